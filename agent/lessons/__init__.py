"""What runs learn from what they failed at, and how later runs begin otherwise for it. A lesson is never evidence."""
