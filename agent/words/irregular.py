"""Forms of English verbs that no stemmer brings to one stem: "lost" is said of what somebody loses."""

import functools
from collections.abc import Callable

# A verb and its forms a line; one that is also a word of its own ("found", "saw", "wound") is left out.
_VERBS = """
arise arose arisen
beat beaten
become became
begin began begun
bend bent
blow blew blown
break broke broken
bring brought
build built
buy bought
catch caught
choose chose chosen
come came
creep crept
dig dug
draw drew drawn
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
fight fought
flee fled
fly flew flown
forbid forbade forbidden
forget forgot forgotten
freeze froze frozen
give gave given
grow grew grown
hide hid hidden
hold held
keep kept
lead led
leave left
lend lent
lose lost
meet met
pay paid
ride rode ridden
rise rose risen
run ran
seek sought
sell sold
send sent
shake shook shaken
shoot shot
shrink shrank shrunk
sink sank sunk
sleep slept
speak spoke spoken
spend spent
stand stood
steal stole stolen
strike struck
sweep swept
swim swam swum
take took taken
teach taught
throw threw thrown
undergo underwent undergone
wake woke woken
wear wore worn
win won
withdraw withdrew withdrawn
write wrote written
"""


@functools.cache
def base_forms(stem: Callable[[str], str]) -> dict[str, str]:
    """The stem of the verb for the stem of each of its forms; `stem` is the English stemmer."""
    verbs = [line.split() for line in _VERBS.strip().splitlines()]
    return {stem(form): stem(forms[0]) for forms in verbs for form in forms}
