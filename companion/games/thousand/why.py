"""The rules of Ten Thousand in plain words, by number."""

from companion.core.texts import T, Text

WHY: dict[str, Text] = {
    "R-TT-01": T("You play in turns, clockwise, and each turn begins with all six dice."),
    "R-TT-02": T("You throw only the dice that you have not put aside. What lies aside counts, and is at risk."),
    "R-TT-03": T("Alone, only two faces count: a 1 brings 100 points, a 5 brings 50. Put at least one die aside."),
    "R-TT-04": T("Three of a kind in one throw bring 100 times their face; three ones bring 1000."),
    "R-TT-05": T("More than three of a kind in one throw bring more. How much more is up to each house."),
    "R-TT-06": T("One of each face in a single throw is so rare that all six dice count together."),
    "R-TT-07": T("Three pairs in a single throw count, whatever they show; four of a kind are two of them."),
    "R-TT-08": T("In some houses two sets of three in a single throw are worth something extra."),
    "R-TT-09": T("Hot dice: all six count, so you throw all six again and go on adding."),
    "R-TT-10": T("If nothing counts, the turn is over and its points are lost. What you wrote down is safe."),
    "R-TT-11": T("Your first score must be a good one. Until it is, there is nothing to write down."),
    "R-TT-12": T("Whoever gets there first can still be beaten: the others all have one more turn."),
    "R-TT-13": T("The most points win. In a tie they share the victory."),
}
