"""The vocabulary, keys, status, queries, the store, migrations, the managed server."""
