"""A box of New York Crisis as sheets and in phrases, in English and Spanish, and an empty box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, get_args

from companion.core.effects import CHOOSE, DIE, ENGLISH, FACES, OPTION, SOMEBODY_CHOOSES, english_people, said_by
from companion.core.effects import SPANISH as SPANISH_EFFECTS
from companion.core.phrases import COUNT, Forms, Parts, Phrase, Phrases, PrintedPhrase
from companion.core.sheets import BoxSheets, Of, Sheet
from companion.core.texts import T, Words
from companion.games.newyork.buttons import BUTTONS, ROLE_NAMES
from companion.games.newyork.checks import ALL_ITEMS, INFO_OF_A_COLOUR, PRINTED
from companion.games.newyork.content import (
    SKILL_OF_ROLE,
    WORDS_FOR,
    AddCar,
    AlertEffect,
    BagAdd,
    ChangeResults,
    ChooseEffect,
    Close,
    Colour,
    DieEffect,
    EachEffect,
    EffectOption,
    FaceEffects,
    Forbid,
    GainAction,
    GainItem,
    GainSkill,
    HealWounds,
    IfEffect,
    ItemKind,
    LaterEffect,
    LoseAction,
    LoseItem,
    LoseSkill,
    Modify,
    MoveCar,
    MoveFigure,
    MovePiece,
    Need,
    NewYorkPack,
    NoteEffect,
    PassItem,
    PlaceInfo,
    PlaceItem,
    PlaceMafia,
    RemoveMafia,
    StoryEffect,
    TakeCar,
    TaskEffect,
    TokenEffect,
    Wound,
    as_said,
)

# The phrases for effects and needs (WIRE.md 6 and 7).

NEED = Parts(
    Phrase(Need, "no mafia", "no mafia", {"clear": True}),
    Phrase(Need, "{pay.PHYS} physical", "2 physical"),
    Phrase(Need, "{pay.MENT} mental", "1 mental"),
    Phrase(Need, "{pay.SOC} social", "1 social"),
    Phrase(Need, "{together} together", "2 together"),
    Phrase(Need, "{items} item(s)", "2 items"),
    Phrase(Need, "{gone} gone", "witness gone"),
    Phrase(Need, "as the table says", "as the table says", {"table": True}),
    Phrase(Need, "paid by all in one round", "paid by all in one round", {"shared": True}),
    Phrase(Need, "either {any}", "either (2 physical) or (1 item and no mafia)"),
)

WORDS: Final = ENGLISH | Forms(
    words={
        **{
            f"{field}={name}": form
            for field in ("at", "from", "to")
            for name, form in {
                "choose near": "a square beside",
                "choose station": "a station you choose",
                "toward nearest": "one step toward whoever is nearest",
                "toward active": "one step toward active",
                "toward most wounds": "one step toward most wounds",
                "toward most items": "one step toward most items",
                "near": "every square beside",
                "stations": "every station",
                "with car": "every square with a car",
                "with mafia": "every square with mafia",
                "most mafia": "every square with most mafia",
                "with fbi": "every square with FBI",
                "with info": "every square with info",
                "with item": "every square with an item",
                "with father": "where father is",
                "with mother": "where mother is",
                "with daughter": "where the daughter is",
                "with son": "where the son is",
            }.items()
        },
        **{f"{field}=choose": "a square you choose" for field in ("at", "to")},
        **{
            f"{field}={most} {what}": f"whoever has {most} {what}"
            for field in ("who", "by", "of")
            for most in ("most", "fewest")
            for what in ("items", "wounds", "skill")
        },
        **english_people(
            {
                "active": "the player whose turn it is",
                "all": "all of you",
                "here": "whoever is here",
                "somebody": "one you choose",
                "wounded": "whoever is wounded",
                "father": "the father",
                "mother": "the mother",
                "daughter": "the daughter",
                "son": "the son",
            }
        ),
        **{
            f"said {field}={name}": form
            for field in ("at", "from", "to")
            for name, form in {
                "event": "the square of this card",
                "challenge": "the square of the final challenge",
                "here": "this square",
                "it": "that square",
                "random": "a random square",
            }.items()
        },
        "said from=beside": "beside the deck",
        "said to=beside": "beside the deck",
        "until=next round": "coming round",
        "of=car square": "square with a car",
        "of=mafia square": "square with mafia",
        "of=square near": "square beside",
        "of=player here": "player here",
        "of=bag info": "info in the bag",
        "of=together": "players together",
        "of=PHYS": "physical",
        "of=MENT": "mental",
        "of=SOC": "social",
        "of=WILD": "wildcard",
        "what=PHYS": "physical",
        "what=MENT": "mental",
        "what=SOC": "social",
        "to=left": "the left",
        "to=right": "the right",
        "to=board": "the board",
        "when=move": "when somebody moves",
        "when=ride": "when somebody takes the subway",
        "when=info": "when somebody collects info",
        "when=blue info": "when somebody collects blue info",
        "when=red info": "when somebody collects red info",
        "when=yellow info": "when somebody collects yellow info",
        "when=item": "when somebody collects an item",
        "when=use": "when somebody uses an item",
        "when=fight": "when somebody removes mafia",
        "faces=PHYS": "physical",
        "faces=MENT": "mental",
        "faces=SOC": "social",
        "faces=WILD": "wildcard",
    }
)
TIMES: Final = ("round start", "round end", "turn start", "turn end")
SWAP: Final = "swap item of {who} with {to}"
PASS: Final = "pass item of {who} to {to}"
FIRST: Final = "{when}[ from {at}][ to {to}] the first time[ this {until}] {do}"
EVERY_TIME: Final = "{when}[ from {at}][ to {to}][ every time this {until}] {do}"
PHRASES = Phrases(
    [
        Phrase(AlertEffect, "alert {n:+}", "alert +2"),
        Phrase(PlaceMafia, "place [{n} ]mafia on {at}", "place 2 mafia on event"),
        Phrase(RemoveMafia, "remove [{n} ]mafia from {at}", "remove all mafia from event"),
        Phrase(PlaceInfo, "place [{n} ][{colour} ]info on {at}", "place 1 blue info on random"),
        Phrase(PlaceItem, "place item on {at}", "place item on each_character"),
        Phrase(BagAdd, "add to bag[ {blue} blue][ {red} red][ {yellow} yellow]", "add to bag 1 blue 2 red"),
        Phrase(MoveCar, "move car from {from} to {to}", "move car from choose to beside"),
        Phrase(AddCar, "add [{n} ]car(s)", "add 1 car"),
        Phrase(HealWounds, "heal [{n} ]wound(s) of {who}", "heal 1 wound of all"),
        Phrase(Wound, "wound {who}[ {n} time(s)]", "wound active 2 times"),
        Phrase(GainSkill, "gain [{n} ]skill(s) for {who}", "gain 1 skill for active"),
        Phrase(GainItem, "gain item for {who}", "gain item for all"),
        Phrase(GainAction, "gain [{n} ]action(s)", "gain 1 action"),
        Phrase(StoryEffect, "story[ {n:+}]", "story +1"),
        Phrase(TokenEffect, "token {token} {n:+} on {at}", "token witness +1 on here"),
        Phrase(Modify, "change {what} by {n:+}[ on {at}] this {until}", "change item cost by -1 this round"),
        Phrase(Forbid, "forbid {what}[ on {at}] this {until}", "forbid subway this round"),
        Phrase(ChangeResults, "result {what} {n:+}", "result social -1"),
        Phrase(Close, "close {at}[ to {to}] this {until}", "close event this round"),
        Phrase(
            MovePiece,
            "move [{n} ]{what}[ called {token}] from {from} to {to}",
            "move all mafia from here to a square beside",
        ),
        Phrase(MoveFigure, "put {who} on {to}", "put all on challenge"),
        Phrase(TakeCar, "take car from {from}", "take car from choose"),
        Phrase(LoseItem, "lose [{n} ]item(s) of {who}", "lose 1 item of all"),
        Phrase(PassItem, SWAP, "swap item of active with the board", {"back": True}),
        Phrase(PassItem, PASS, "pass item of all to the left"),
        Phrase(LoseSkill, "lose [{n} ]skill(s) of {who}", "lose 1 skill of active"),
        Phrase(LoseAction, "lose [{n} ]action(s)", "lose 1 action"),
        Phrase(ChooseEffect, CHOOSE, "choose (alert +1) or (wound all; story +1)"),
        Phrase(
            IfEffect,
            "if[ {ask}][ {of}][ {item}][ called {token}][ on {at}][ of {who}][ at least {least}][ at most {most}] "
            "then {then}[ else {else}]",
            "if mafia on here at least 1 then (wound active) else (gain 1 skill for active)",
        ),
        Phrase(
            EachEffect, "for each[ {every}] {of}[ called {token}][ on {at}][ of {who}] {do}", "for each car (alert +1)"
        ),
        Phrase(DieEffect, DIE, "roll grey: physical/mental (alert +1), social (add car)"),
        Phrase(LaterEffect, FIRST, "when somebody collects info the first time this round (alert +1)", {"first": True}),
        Phrase(LaterEffect, EVERY_TIME, "next round (alert +1)"),
        Phrase(NoteEffect, "note {text}", 'note "Shuffle the deck."'),
        Phrase(HealWounds, "{who} heal(s) [{n} ]wound(s)", "active heals 1 wound", only_read=True),
        Phrase(Wound, "{who} take(s) [{n} ]wound(s)", "active takes 2 wounds", only_read=True),
        Phrase(GainSkill, "{who} gain(s) [{n} ]skill(s)", "active gains 1 skill", only_read=True),
        Phrase(GainItem, "{who} gain(s) [an ]item", "active gains item", only_read=True),
        Phrase(MoveFigure, "{who}['s figure] go(es) to {to}", "active goes to challenge", only_read=True),
        Phrase(LoseItem, "{who} lose(s) [{n} ]item(s)", "active loses 1 item", only_read=True),
        Phrase(PassItem, "{who} swap(s) [an ]item with {to}", "active swaps item with the board", {"back": True},
               only_read=True),
        Phrase(PassItem, "{who} pass(es) [an ]item to {to}", "active passes item to the left", only_read=True),
        Phrase(LoseSkill, "{who} lose(s) [{n} ]skill(s)", "active loses 1 skill", only_read=True),
        Phrase(Modify, "{what} change(s) by {n:+}[ on {at}] this {until}", "item cost changes by -1 this round",
               only_read=True),
        Phrase(Forbid, "{what} (are|is) forbidden[ on {at}] this {until}", "subway is forbidden this round",
               only_read=True),
        Phrase(Close, "{at} (are|is) closed[ to {to}] this {until}", "event is closed this round", only_read=True),
        Phrase(ChooseEffect, SOMEBODY_CHOOSES, "active chooses (alert +1) or (story +1)", only_read=True),
        Phrase(
            TaskEffect,
            "task {id} on {at|anywhere} needs {need}: {text}[ then {then}][ else {else}] this {until}",
            'task van on event needs 1 mental: "Unplug it." then (gain 1 skill for active) else (alert +2) this round',
        ),
    ],
    [NEED, Phrase(EffectOption, OPTION, "(alert +1)"), Phrase(FaceEffects, FACES, "physical (alert +1)", between=",")],
    WORDS,
)  # fmt: skip


# What the form calls effects, their fields and the words in them.

WHEN: Final[Mapping[str, Words]] = {
    "round_start": T("Next round"),
    "round_end": T("At the end of the round"),
    "turn_start": T("At the start of the turn"),
    "turn_end": T("At the end of the turn"),
    "move": T("When somebody moves"),
    "ride": T("When somebody takes the subway"),
    "info": T("When somebody collects info"),
    "blue_info": T("When somebody collects blue info"),
    "red_info": T("When somebody collects red info"),
    "yellow_info": T("When somebody collects yellow info"),
    "item": T("When somebody collects an item"),
    "use": T("When somebody uses an item"),
    "fight": T("When somebody removes mafia"),
}
"""The times of ``later``; the last ones come with something that somebody does."""
EFFECT_LABELS: Final[Mapping[str, Words]] = {
    "at": T("Where"),
    "from": T("From"),
    "to": T("To"),
    "who": T("Who"),
    "what": T("What"),
    "token": T("Which token"),
    "need": T("What it takes"),
    "clear": T("No mafia there"),
    "together": T("So many there together"),
    "gone": T("Token that is gone"),
    "pay": T("Results to pay"),
    "items": T("Items"),
    "need.items": T("Items to give up"),
    "table": T("The table says when"),
    "shared": T("Paid by all together in one round"),
    "any": T("One of these is enough"),
    "PHYS": T("Physical"),
    "MENT": T("Mental"),
    "SOC": T("Social"),
    "+alert": T("The alert changes"),
    "+place_mafia": T("Mafia appear"),
    "+remove_mafia": T("Mafia disappear"),
    "+place_info": T("Info appears"),
    "+place_item": T("An item appears"),
    "+bag_add": T("Info goes into the bag"),
    "+move_car": T("A police car moves"),
    "+add_car": T("A police car joins the deck"),
    "+heal": T("Wounds heal"),
    "+wound": T("Wounds"),
    "+gain_skill": T("Skill tokens come back"),
    "+gain_item": T("Somebody gets an item"),
    "+gain_action": T("More actions"),
    "+story": T("The story moves on"),
    "+token": T("Tokens on squares"),
    "+modify": T("A rule changes by a number"),
    "+forbid": T("Something is forbidden"),
    "+result": T("Results more, or spent"),
    "+close": T("Squares are closed"),
    "+move_piece": T("Mafia, info, items, tokens move"),
    "+move_figure": T("Figures move"),
    "+take_car": T("A police car is taken away"),
    "+lose_item": T("Somebody hands in items"),
    "+pass_item": T("Items change hands"),
    "+lose_skill": T("Skill tokens are lost"),
    "+lose_action": T("Fewer actions"),
    "+note": T("Something else, by hand"),
    "+task": T("A task"),
    "=random": T("a random place"),
    "=event": T("the place of this card"),
    "=each_character": T("where each of the family is"),
    "=challenge": T("where the final challenge is"),
    "=here": T("here"),
    "=choose": T("one that you choose"),
    "=choose_near": T("one beside, that you choose"),
    "=choose_station": T("a station that you choose"),
    "=it": T("there"),
    "=near": T("all squares beside"),
    "=toward_nearest": T("one step towards whoever is nearest"),
    "=toward_active": T("one step towards whose turn it is"),
    "=toward_most_wounds": T("one step towards whoever has most wounds"),
    "=toward_most_items": T("one step towards whoever has most items"),
    "back": T("And one comes back for it"),
    "=left": T("the person on the left"),
    "=right": T("the person on the right"),
    "to=board": T("the board"),
    "=stations": T("all stations"),
    "=with_car": T("where police cars are"),
    "=with_mafia": T("where mafia is"),
    "=most_mafia": T("where most mafia is"),
    "=with_fbi": T("where the FBI is"),
    "=with_info": T("where info lies"),
    "=with_item": T("where items lie"),
    "=with_father": T("where Father is"),
    "=with_mother": T("where Mother is"),
    "=with_daughter": T("where the daughter is"),
    "=with_son": T("where the son is"),
    "=bag": T("the bag"),
    "=them": T("that person"),
    "=others": T("everybody else"),
    "=somebody": T("somebody you choose"),
    "=wounded": T("whoever is wounded"),
    "=most_items": T("whoever has most items"),
    "=fewest_items": T("whoever has fewest items"),
    "=most_wounds": T("whoever has most wounds"),
    "=fewest_wounds": T("whoever has fewest wounds"),
    "=most_skill": T("whoever has most skill tokens"),
    "=fewest_skill": T("whoever has fewest skill tokens"),
    "=car": T("police car on the board"),
    "=mafia": T("Mafia"),
    "=fbi": T("FBI"),
    "=info": T("info on the board"),
    "=item": T("item"),
    "=token": T("token"),
    "=car_square": T("square with a police car"),
    "=mafia_square": T("square with mafia"),
    "=square": T("square"),
    "=station": T("station"),
    "=square_near": T("square beside"),
    "=player": T("each of the family"),
    "=other": T("each of the others"),
    "=player_here": T("each of those here"),
    "=player_there": T("each of those there"),
    "=wounded_player": T("each who is wounded"),
    "=held_item": T("item in the hand"),
    "=held_wound": T("wound"),
    "=held_skill": T("skill token"),
    "=alert": T("step of the alert"),
    "=story": T("step of the story"),
    "=round": T("round"),
    "=bag_info": T("info in the bag"),
    "=together": T("most of the family on one square"),
    "=PHYS": T("physical"),
    "=MENT": T("mental"),
    "=SOC": T("social"),
    "=WILD": T("wildcard"),
    "=cars": T("police cars a round"),
    "=blue_info": T("price of blue info"),
    "=red_info": T("price of red info"),
    "=yellow_info": T("price of yellow info"),
    "=mafia_wounds": T("wounds by each mafia"),
    "until=turn": T("this turn"),
    "until=round": T("this round"),
    "until=next_round": T("until the end of the next round"),
    "until=card": T("as long as this card lies"),
    "until=story_card": T("until the next story card"),
    **{f"when={when}": words for when, words in WHEN.items()},
    "later.at": T("Where, or from where"),
    "later.to": T("Where to"),
    "first": T("Only the first time"),
    "each.of": T("For each"),
    "=beside": T("beside the deck"),
    "who=all": T("everybody"),
    "=all": T("all"),
    "=active": T("whose turn it is"),
    "=scenario": T("until the end"),
    "=actions": T("actions a turn"),
    "=extra_step_alert": T("alert for a further step"),
    "=wild_alert": T("alert for a wildcard"),
    "=grey": T("grey dice"),
    "what=red": T("red dice"),
    "what=yellow": T("yellow dice"),
    "what=blue": T("blue dice"),
    "=info_cost": T("price of info"),
    "=item_cost": T("price of items"),
    "=mafia_per_turn": T("mafia a turn"),
    "=steps": T("steps"),
    "=extra_step": T("further steps"),
    "=items": T("items"),
    "=reroll": T("rolling again"),
    "=skills": T("skills"),
    "=subway": T("the subway"),
}
"""Labels for ``companion.packs.editing.words.BoxWords``."""
EFFECT_ICONS: Final[Mapping[str, str]] = {
    "+alert": "alert",
    "+place_mafia": "mafia",
    "+remove_mafia": "cross",
    "+place_info": "info:blue",
    "+place_item": "item",
    "+bag_add": "bag",
    "+move_car": "arrow",
    "+add_car": "car",
    "+wound": "wound",
    "+gain_skill": "skill",
    "+gain_item": "hand",
    "+story": "book",
    "+token": "token",
}
"""Icons by the same keys."""


NAMES_ON_BOARD: Final = (
    "Alphabet City", "Battery Park", "Bowery", "Broadway", "Bryant Park", "Carnegie Hill", "Central Park", "Chelsea",
    "Chinatown", "City Hall", "Columbus Circle", "East Harlem", "East Village", "Financial District", "Flatiron",
    "Garment District", "Gramercy", "Grand Central", "Greenwich Village", "Hamilton Heights", "Harlem",
    "Hell's Kitchen", "Hudson Yards", "Inwood", "Kips Bay", "Koreatown", "Lenox Hill", "Lincoln Square",
    "Little Italy", "Lower East Side", "Madison Square", "Manhattan Valley", "Marble Hill", "Meatpacking District",
    "Midtown", "Morningside Heights", "Murray Hill", "NoHo", "Nolita", "Penn Station", "Riverside",
    "Rockefeller Center", "SoHo", "Stuyvesant Town", "Sugar Hill", "Sutton Place", "Theater District", "Times Square",
    "Tribeca", "Tudor City", "Turtle Bay", "Two Bridges", "Union Square", "Upper East Side", "Upper West Side",
    "Wall Street", "Washington Heights", "Washington Square", "West Village", "World Trade Center", "Yorkville",
)  # fmt: skip
"""Quarters and places of Manhattan, as they stand on any map."""
WORDS_ON_CARDS: Final = {
    "en": (
        "agent agents alley ambulance apartment armed arrest ball bank barber basement bells blackout blood boat "
        "bodyguard bomb boss bridge broken building burning cab camera cameras casino cellar chase church city "
        "clock club contact corner court crime crossing crowd curfew dark dealer detective diner docks doctor dog "
        "driver empty escape evening evidence factory fall fight fire fog forgotten friend friends funeral gang "
        "garage ghost gift gun harbour hospital hotel house informant jazz journalist judge kitchen last laundry "
        "lawyer letter library lights lobby lost luggage mayor meeting midnight missing money morning museum music "
        "neighbour neighbours newspaper night nobody office officer package parade parking patrol phone photo "
        "police press priest quiet raid rain roof rooftop rumour school search secret shadow shadows shift shop "
        "shots silence siren sirens smoke snow stage stairs station stolen storm stranger street strike student "
        "subway suitcase suspect taxi theatre thief ticket tonight tower traffic train trains trap truck tunnel van "
        "waiter warehouse warning water window wire witness woman wrong"
    ),
    "es": (
        "abogado agente agentes alarma almacén ambulancia amigo amigos apagón apartamento armado ascensor ayer "
        "azotea banco banda barbero bomba calle callejón camarero camión campanas carta casino ciudad club clínica "
        "cocina contacto controles corredor crimen cruce cámara cámaras desfile detective dinero disparos doctor "
        "edificio escalera escaparate escape escondite escuela esquina estación estudiante extraño fantasma farola "
        "fiesta fotografía fuego furgoneta fábrica garaje gente guardaespaldas herido hospital hotel huelga humo "
        "iglesia incendio informador jazz jefe juez juzgado ladrón lavandería llamada llave lluvia luces luz "
        "madrugada maleta mañana medianoche mercado metro metropolitano mujer museo música nadie navidad niebla "
        "nieve noche oficina oscuridad paquete parque patrulla peligro periodista periódico perro policía portal "
        "portero puente puerto rastro redada regalo reunión ruido rumor secreto semáforo señal silencio sirena "
        "sirenas sombra sombras sospechoso sótano taxi teatro teléfono testigo tienda tiroteo tormenta torre trampa "
        "tren trenes tráfico túnel vecino vecinos vendedor ventana vigilancia viuda última último"
    ),
}  # fmt: skip
"""What cards of a night in a city may tell of."""


# Words of printed cards that mean these effects, in English and in Spanish, as tolerant as photographs need.

SOMEWHERE: Final = {
    "a random location": "random", "a random square": "random", "una ubicacion aleatoria": "random",
    "una casilla aleatoria": "random", "una ubicacion al azar": "random", "una casilla al azar": "random",
    "un lugar al azar": "random", "the event location": "event", "this location": "event", "esta ubicacion": "event",
    "este lugar": "event", "la ubicacion del evento": "event", "all": "all", "toda la": "all", "todas las": "all",
}  # fmt: skip
AT: Final = (
    r"(?P<at>a random (?:location|square)|(?:the event|this) location"
    r"|una (?:ubicaci[óo]n|casilla) (?:aleatoria|al azar)|un lugar al azar|est[ea] (?:ubicaci[óo]n|lugar)"
    r"|la ubicaci[óo]n del evento)"
)
COLOURS: Final = {
    "blue": "blue", "red": "red", "yellow": "yellow", "azul": "blue", "azules": "blue", "roja": "red", "rojas": "red",
    "amarilla": "yellow", "amarillas": "yellow",
}  # fmt: skip
ALL_OF_YOU: Final = "(?:each of you|all of you|everybody|everyone)"
TODOS: Final = "(?:cada uno|todos)(?: de vosotros)?"
LEVEL: Final = r"(?:el nivel de |la )?alerta"
PRINTED_PHRASES: Final = (
    PrintedPhrase(rf"\balert(?: level)?:? ?\+ ?{COUNT}\b", "alert +{n}"),
    PrintedPhrase(rf"\balert(?: level)?:? ?[-−–] ?{COUNT}\b", "alert -{n}"),
    PrintedPhrase(rf"\b(?:raises?|increases?) the alert(?: level)?(?: by)? {COUNT}\b", "alert +{n}"),
    PrintedPhrase(rf"\bthe alert(?: level)? (?:rises|goes up)(?: by)? {COUNT}\b", "alert +{n}"),
    PrintedPhrase(rf"\b(?:lowers?|reduces?|decreases?) the alert(?: level)?(?: by)? {COUNT}\b", "alert -{n}"),
    PrintedPhrase(rf"\bthe alert(?: level)? (?:falls|goes down|drops)(?: by)? {COUNT}\b", "alert -{n}"),
    PrintedPhrase(rf"\balerta:? ?\+ ?{COUNT}\b", "alert +{n}"),
    PrintedPhrase(rf"\balerta:? ?[-−–] ?{COUNT}\b", "alert -{n}"),
    PrintedPhrase(rf"\b(?:sube|subid|aumenta|aumentad) {LEVEL}(?: en)? {COUNT}(?: pasos?)?\b", "alert +{n}"),
    PrintedPhrase(rf"\b(?:baja|bajad|reduce|reducid) {LEVEL}(?: en)? {COUNT}(?: pasos?)?\b", "alert -{n}"),
    PrintedPhrase(rf"\bla alerta (?:sube|aumenta)(?: en)? {COUNT}(?: pasos?)?\b", "alert +{n}"),
    PrintedPhrase(rf"\bla alerta baja(?: en)? {COUNT}(?: pasos?)?\b", "alert -{n}"),
    PrintedPhrase(rf"\b(?:story|historia):? ?\+ ?{COUNT}\b", "story +{n}"),
    PrintedPhrase(rf"\b(?:put|place|add)s? {COUNT} mafia (?:on|to) {AT}", "place {n} mafia on {at}", SOMEWHERE),
    PrintedPhrase(
        rf"\b(?:coloca|colocad|pon|poned) {COUNT} (?:fichas? de )?mafia en {AT}", "place {n} mafia on {at}", SOMEWHERE
    ),
    PrintedPhrase(
        rf"\bremoves? (?:{COUNT}|(?P<all>all)) mafia from {AT}", "remove {all} {n} mafia from {at}", SOMEWHERE
    ),
    PrintedPhrase(
        rf"\b(?:quita|quitad|retira|retirad) (?:{COUNT}|(?P<all>toda la|todas las))(?: fichas? de)? mafia"
        rf" (?:de|en) {AT}",
        "remove {all} {n} mafia from {at}", SOMEWHERE,
    ),
    PrintedPhrase(
        rf"\b(?:put|place|add)s? {COUNT} (?:(?P<colour>blue|red|yellow) )?info(?:rmation)?(?: tokens?)? (?:on|to) {AT}",
        "place {n} {colour} info on {at}", SOMEWHERE | COLOURS,
    ),
    PrintedPhrase(
        rf"\b(?:coloca|colocad|pon|poned) {COUNT} fichas? de informaci[óo]n"
        rf"(?: (?P<colour>azul|azules|rojas?|amarillas?))? en {AT}",
        "place {n} {colour} info on {at}", SOMEWHERE | COLOURS,
    ),
    PrintedPhrase(rf"\b{ALL_OF_YOU} heals? {COUNT} wounds?\b", "heal {n} wound of all"),
    PrintedPhrase(
        rf"\b{TODOS} (?:os |se )?cura[ni]?s? {COUNT} heridas?\b", "heal {n} wound of all"
    ),
    PrintedPhrase(rf"\b{ALL_OF_YOU} takes? {COUNT} wounds?\b", "wound all {n} times"),
    PrintedPhrase(
        rf"\b{TODOS} (?:recibe|recib[íi]s|reciben) {COUNT} heridas?\b", "wound all {n} times"
    ),
)  # fmt: skip


# The sheets of a box of New York Crisis in Spanish, in the words of the Spanish rulebook.

PLACES: Final = {
    "random": "un lugar al azar",
    "event": "el lugar de esta carta",
    "each character": "el lugar de cada personaje",
    "challenge": "el lugar del reto final",
    "here": "este lugar",
    "it": "ese lugar",
    "choose": "un lugar a elegir",
    "choose near": "un lugar a elegir al lado",
    "choose station": "una estación a elegir",
    "toward nearest": "un paso hacia quien esté más cerca",
    "toward active": "un paso hacia quien tiene el turno",
    "toward most wounds": "un paso hacia quien tenga más heridas",
    "toward most items": "un paso hacia quien tenga más objetos",
    "near": "los lugares de al lado",
    "stations": "todas las estaciones",
    "with car": "los lugares con coche",
    "with mafia": "los lugares con mafia",
    "most mafia": "los lugares con más mafia",
    "with fbi": "los lugares con FBI",
    "with info": "los lugares con información",
    "with item": "los lugares con objeto",
    "with father": "el lugar del padre",
    "with mother": "el lugar de la madre",
    "with daughter": "el lugar de la hija",
    "with son": "el lugar del hijo",
}
PEOPLE: Final = {
    "most items": "quien tenga más objetos",
    "fewest items": "quien tenga menos objetos",
    "most wounds": "quien tenga más heridas",
    "fewest wounds": "quien tenga menos heridas",
    "most skill": "quien tenga más fichas de habilidad",
    "fewest skill": "quien tenga menos fichas de habilidad",
}
SPANISH: Final = said_by(SPANISH_EFFECTS, *TIMES, die=True, later=EVERY_TIME) | Forms(
    headings={
        "neighbours": "junto_a",
        "subway": "metro",
        "role": "papel",
        "dice": "dados",
        "skill": "habilidad",
        "kind": "tipo",
        "cost": "precio",
        "mafia": "mafia",
        "info": "información",
        "item": "objeto",
        "square": "casilla",
        "random_location": "lugar_al_azar",
        "tutorial": "primera_partida",
        "once": "una_sola_vez",
        "when": "cuándo",
        "alert_limit": "límite_de_alerta",
        "start_squares": "dónde_empiezan",
        "whole": "completa",
        "scenario": "historia",
        "index": "número",
        "position": "posición",
        "mafia_per_turn": "mafia_por_turno",
        "bag_add": "a_la_bolsa",
        "final_challenge.square": "reto_final.casilla",
        "final_challenge.text": "reto_final.texto",
        "final_challenge.need": "reto_final.requisito",
        "alert_cars": "coches_de_alerta",
        "first_round_cars": "coches_de_la_primera_ronda",
    },
    words={
        **{f"{field}={name}": form for field in ("at", "from", "to") for name, form in PLACES.items()},
        "to=beside": "junto al mazo",
        **{f"to={name}": form for name, form in PEOPLE.items()},
        "to=left": "la izquierda",
        "to=right": "la derecha",
        "to=board": "el tablero",
        "to=all": "toda la familia",
        "to=active": "quien tiene el turno",
        "to=them": "esa persona",
        "to=others": "los demás",
        "to=somebody": "quien elijáis",
        "to=wounded": "quien esté herido",
        "to=father": "el padre",
        "to=mother": "la madre",
        "to=daughter": "la hija",
        "to=son": "el hijo",
        "from=beside": "junto al mazo",
        "to=bag": "la bolsa",
        "from=choose": "donde elijáis",
        **{f"{field}={name}": f"a {form}" for field in ("who", "by") for name, form in PEOPLE.items()},
        **{f"of={name}": form for name, form in PEOPLE.items()},
        "who=them": "a esa persona",
        "who=others": "a los demás",
        "who=somebody": "a quien elijáis",
        "who=wounded": "a quien esté herido",
        "by=father": "el padre",
        "by=mother": "la madre",
        "by=daughter": "la hija",
        "by=son": "el hijo",
        "by=all": "toda la familia",
        "by=active": "quien tiene el turno",
        "by=here": "quien esté aquí",
        "by=them": "esa persona",
        "by=others": "los demás",
        "by=somebody": "quien elijáis",
        "by=wounded": "quien esté herido",
        "of=car": "coche",
        "of=mafia": "ficha de mafia",
        "of=fbi": "FBI",
        "of=info": "ficha de información",
        "of=item": "objeto en el tablero",
        "of=token": "ficha especial",
        "car square": "lugar con coche",
        "mafia square": "lugar con mafia",
        "of=square": "lugar",
        "station": "estación",
        "square near": "lugar de al lado",
        "player": "personaje",
        "other": "otro personaje",
        "player here": "personaje aquí",
        "player there": "personaje allí",
        "wounded player": "personaje herido",
        "of=somebody": "personaje a elegir",
        "held item": "objeto propio",
        "held wound": "herida propia",
        "held skill": "ficha de habilidad propia",
        "of=alert": "alerta",
        "of=story": "historia",
        "of=round": "ronda",
        "bag info": "información en la bolsa",
        "together": "personajes juntos",
        "PHYS": "físico",
        "MENT": "mental",
        "SOC": "social",
        "WILD": "comodín",
        "mafia": "mafia",
        "what=info": "información",
        "what=item": "objeto",
        "what=token": "ficha",
        "die=grey": "dado gris",
        "die=red": "dado rojo",
        "die=yellow": "dado amarillo",
        "die=blue": "dado azul",
        "father": "padre",
        "mother": "madre",
        "daughter": "hija",
        "son": "hijo",
        "who=father": "al padre",
        "who=mother": "a la madre",
        "who=daughter": "a la hija",
        "who=son": "al hijo",
        "who=all": "a toda la familia",
        "who=active": "a quien tiene el turno",
        "who=here": "a quien esté aquí",
        "n=all": "todas las",
        "until=turn": "este turno",
        "until=round": "esta ronda",
        "until=next round": "también la próxima ronda",
        "until=card": "mientras esté la carta",
        "until=story card": "hasta la próxima carta de historia",
        "until=scenario": "hasta el final",
        "heal": "curación",
        "fight": "lucha",
        "hacker": "hackeo",
        "charm": "carisma",
        "phone": "móvil",
        "laptop": "portátil",
        "cash": "dinero",
        "mask": "máscara",
        "gloves": "guantes",
        "bike": "bici",
        "newspaper": "periódico",
        "radio": "radio policial",
        "drone": "dron",
        "raincoat": "gabardina",
        "red": "rojo",
        "yellow": "amarillo",
        "blue": "azul",
        "2=red": "rojos",
        "2=yellow": "amarillos",
        "2=blue": "azules",
        "colour=red": "roja",
        "colour=yellow": "amarilla",
        "what=red": "dados rojos",
        "what=yellow": "dados amarillos",
        "what=blue": "dados azules",
        "grey": "dados grises",
        "actions": "acciones por turno",
        "steps": "pasos",
        "mafia per turn": "mafia por turno",
        "info cost": "precio de la información",
        "item cost": "precio de los objetos",
        "extra step alert": "alerta por un paso extra",
        "wild alert": "alerta por un comodín",
        "cars": "coches por ronda",
        "blue info": "precio de la información azul",
        "red info": "precio de la información roja",
        "yellow info": "precio de la información amarilla",
        "mafia wounds": "heridas por cada mafia",
        "when=move": "cuando alguien se mueva",
        "when=ride": "cuando alguien viaje en metro",
        "when=info": "cuando alguien consiga información",
        "when=blue info": "cuando alguien consiga información azul",
        "when=red info": "cuando alguien consiga información roja",
        "when=yellow info": "cuando alguien consiga información amarilla",
        "when=item": "cuando alguien consiga un objeto",
        "when=use": "cuando alguien use un objeto",
        "when=fight": "cuando alguien retire mafia",
        "subway": "el metro",
        "extra step": "el paso extra",
        "reroll": "volver a tirar",
        "items": "los objetos",
        "skills": "las habilidades",
    },
    phrases={
        "alert {n:+}": "alerta {n:+}",
        "place [{n} ]mafia on {at}": "colocar [{n} ]ficha(s) de mafia en {at}",
        "remove [{n} ]mafia from {at}": "quitar [{n} ]ficha(s) de mafia en {at}",
        "place [{n} ][{colour} ]info on {at}": "colocar [{n} ]ficha(s) de información[ {colour}] en {at}",
        "place item on {at}": "colocar objeto en {at}",
        "add to bag[ {blue} blue][ {red} red][ {yellow} yellow]": (
            "añadir a la bolsa[ {blue} azul(es)][ {red} roja(s)][ {yellow} amarilla(s)]"
        ),
        "move car from {from} to {to}": "mover coche desde {from} hasta {to}",
        "add [{n} ]car(s)": "añadir [{n} ]coche(s)",
        "heal [{n} ]wound(s) of {who}": "curar [{n} ]herida(s) {who}",
        "wound {who}[ {n} time(s)]": "herir {who}[ {n} (vez|veces)]",
        "gain [{n} ]skill(s) for {who}": "dar [{n} ]ficha(s) de habilidad {who}",
        "gain item for {who}": "dar objeto {who}",
        "gain [{n} ]action(s)": "ganar [{n} ](acción|acciones)",
        "story[ {n:+}]": "historia[ {n:+}]",
        "token {token} {n:+} on {at}": "ficha {token} {n:+} en {at}",
        "change {what} by {n:+}[ on {at}] this {until}": "cambiar {what} en {n:+}[ en {at}] {until}",
        "forbid {what}[ on {at}] this {until}": "prohibir {what}[ en {at}] {until}",
        "result {what} {n:+}": "resultado {what} {n:+}",
        SWAP: "hacer cambiar objeto {who} con {to}",
        PASS: "hacer pasar objeto {who} hacia {to}",
        FIRST: "{when}[ de {at}][ a {to}] la primera vez[ {until}] {do}",
        EVERY_TIME: "{when}[ de {at}][ a {to}][ cada vez {until}] {do}",
        "close {at}[ to {to}] this {until}": "cerrar {at}[ hacia {to}] {until}",
        "move [{n} ]{what}[ called {token}] from {from} to {to}": (
            "llevar [{n} ]{what}[ llamada {token}] desde {from} hasta {to}"
        ),
        "put {who} on {to}": "poner {who} en {to}",
        "take car from {from}": "retirar coche de {from}",
        "lose [{n} ]item(s) of {who}": "perder [{n} ]objeto(s) {who}",
        "lose [{n} ]skill(s) of {who}": "perder [{n} ]ficha(s) de habilidad {who}",
        "lose [{n} ]action(s)": "perder [{n} ](acción|acciones)",
        (
            "if[ {ask}][ {of}][ {item}][ called {token}][ on {at}][ of {who}][ at least {least}][ at most {most}] "
            "then {then}[ else {else}]"
        ): (
            "si[ {ask}][ {of}][ {item}][ llamada {token}][ en {at}][ {who}][ al menos {least}][ como mucho {most}] "
            "entonces {then}[ si no {else}]"
        ),
        "for each[ {every}] {of}[ called {token}][ on {at}][ of {who}] {do}": (
            "por cada[ {every}] {of}[ llamada {token}][ en {at}][ {who}] {do}"
        ),
        "note {text}": "nota {text}",
        "{who} heal(s) [{n} ]wound(s)": "{who} cura[n] [{n} ]herida(s)",
        "{who} take(s) [{n} ]wound(s)": "{who} recibe[n] [{n} ]herida(s)",
        "{who} gain(s) [{n} ]skill(s)": "{who} gana[n] [{n} ]ficha(s) de habilidad",
        "{who} gain(s) [an ]item": "{who} gana[n] [un ]objeto",
        "{who}['s figure] go(es) to {to}": "{who} va[n] hasta {to}",
        "{who} lose(s) [{n} ]item(s)": "{who} pierde[n] [{n} ]objeto(s)",
        "{who} swap(s) [an ]item with {to}": "{who} cambia[n] [un ]objeto con {to}",
        "{who} pass(es) [an ]item to {to}": "{who} pasa[n] [un ]objeto hacia {to}",
        "{who} lose(s) [{n} ]skill(s)": "{who} pierde[n] [{n} ]ficha(s) de habilidad",
        "{what} change(s) by {n:+}[ on {at}] this {until}": "{what} cambia[n] en {n:+}[ en {at}] {until}",
        "{what} (are|is) forbidden[ on {at}] this {until}": ("{what} queda[n] prohibid(a|o)[s][ en {at}] {until}"),
        "{at} (are|is) closed[ to {to}] this {until}": "{at} queda[n] cerrad(a|o)[s][ hacia {to}] {until}",
        "task {id} on {at|anywhere} needs {need}: {text}[ then {then}][ else {else}] this {until}": (
            "tarea {id} en {at|cualquier lugar} necesita {need}: {text}[ entonces {then}][ si no {else}] {until}"
        ),
        "no mafia": "casilla sin mafia",
        "{pay.PHYS} physical": "{pay.PHYS} físico(s)",
        "{pay.MENT} mental": "{pay.MENT} mental(es)",
        "{pay.SOC} social": "{pay.SOC} social(es)",
        "{together} together": "{together} personaje(s) (junto|juntos)",
        "{items} item(s)": "{items} objeto(s)",
        "{gone} gone": "fichas {gone} retiradas",
        "as the table says": "que lo diga la mesa",
        "paid by all in one round": "entre todos en una ronda",
        "either {any}": "o bien {any}",
    },
    examples={
        'note "Shuffle the deck."': 'nota "Baraja el mazo."',
        'task van on event needs 1 mental: "Unplug it." then (gain 1 skill for active) else (alert +2) this round': (
            'tarea furgoneta en el lugar de esta carta necesita 1 mental: "Desenchufadla." '
            "entonces (dar 1 ficha de habilidad a quien tiene el turno) si no (alerta +2) esta ronda"
        ),
        "token witness +1 on here": "ficha testigo +1 en este lugar",
        "witness gone": "fichas testigo retiradas",
    },
)


# The sheets of a box of New York Crisis.

SHEETS = BoxSheets(
    NewYorkPack,
    (
        Sheet(
            "squares",
            ("board", "squares"),
            T("A square of the board."),
            {
                "id": T("the name that other sheets know it by"),
                "name": T("what it is called"),
                "neighbours": T("the ids of the squares that touch it"),
                "subway": T("whether the subway stops there"),
                "x": T("how far right it lies on the board, from 0 to 1"),
                "y": T("how far down it lies on the board, from 0 to 1"),
            },
            placed=True,
        ),
        Sheet(
            "characters",
            ("characters",),
            T("A member of the family."),
            {
                "id": T("the name that saved games know it by"),
                "role": T("who it is in the family"),
                "name": T("what the card calls it"),
                "dice": T("its coloured dice"),
                "skill": T("its skill"),
            },
        ),
        Sheet(
            "items",
            ("items",),
            T("A kind of item token."),
            {"kind": T("the kind"), "count": T("how many tokens of it there are")},
            key=("kind",),
        ),
        Sheet(
            "own_items",
            ("own_items",),
            T("An item that the rulebook does not have."),
            {
                "id": T("the name that saved games know it by"),
                "name": T("what it is called"),
                "count": T("how many tokens of it there are"),
                "text": T("what is printed on it; may be empty"),
                "once": T("whether it leaves the game when it is used"),
                "effects": T("what its use does"),
                "when": T("when it does it by itself; empty: when it is used"),
            },
            left_out=frozenset({"text", "once", "when"}),
            seldom=frozenset({"when"}),
            rare=True,
        ),
        Sheet(
            "info_tokens",
            ("info_tokens",),
            T("Info tokens that are alike."),
            {
                "colour": T("their colour"),
                "cost": T("how many results each costs"),
                "count": T("how many of them there are"),
            },
            key=("colour", "cost"),
        ),
        Sheet(
            "mafia_cards",
            ("mafia_cards",),
            T("A mafia card: three sections, each with a square or blank."),
            {
                "id": T("the name that saved games know it by"),
                "mafia": T("the square for mafia; empty if the section is blank"),
                "info": T("the square for an info token; empty if the section is blank"),
                "item": T("the square for an item; empty if the section is blank"),
                "text": T("what else is printed on it; may be empty"),
                "effects": T("what the last one of a turn does besides; may be empty"),
            },
            left_out=frozenset({"text", "effects"}),
            seldom=frozenset({"text", "effects"}),
        ),
        Sheet(
            "police_cards",
            ("police_cards",),
            T("A police card: a square above, an event below."),
            {
                "id": T("the name that saved games know it by"),
                "square": T("the square of its upper half"),
                "name": T("the heading of the event"),
                "text": T("the text of the event"),
                "random_location": T("whether a square is drawn for the event"),
                "effects": T("what the event does"),
            },
            headings={
                "event.title": "name",
                "event.text": "text",
                "event.random_location": "random_location",
                "event.effects": "effects",
            },
        ),
        Sheet(
            "scenarios",
            ("scenarios",),
            T("A story."),
            {
                "id": T("the name that other sheets know it by"),
                "name": T("what it is called"),
                "tutorial": T("whether it is the first one to play"),
                "alert_limit": T("where on the alert track it is lost; empty: at the end"),
                "start_squares": T("where characters start; empty: where you like"),
                "whole": T("whether all its cards are in the list; empty: yes"),
            },
            seldom=frozenset({"whole"}),
        ),
        Sheet(
            "story_cards",
            ("scenarios", Of("scenario"), "cards"),
            T("A story card, in the order of its story."),
            {
                "scenario": T("the id of its story"),
                "index": T("its number, from 0"),
                "position": T("where on the story track it is turned over; empty for card 0"),
                "text": T("its text"),
                "mafia_per_turn": T("how many mafia cards a turn brings"),
                "bag_add": T("info tokens that go into the bag"),
                "effects": T("what it does when it is turned over"),
                "final_challenge.square": T("where the final challenge is, on the last card"),
                "final_challenge.text": T("the text of the final challenge"),
                "final_challenge.need": T("what the final challenge needs"),
                "alert_cars": T("where on the alert track police cars stand, on card 0"),
                "first_round_cars": T("how many police cars there are in round 1, on card 0"),
            },
            key=("scenario", "index"),
            left_out=frozenset({"alert_cars", "first_round_cars"}),
        ),
    ),
    PHRASES,
    notes={
        "schema": T("always 1"),
        "board.whole": T("false while squares are still missing"),
        "tracks.alert.length": T("where the alert track ends"),
        "tracks.story.length": T("where the story track ends"),
    },
    names={sort: words for sort, words in WORDS_FOR.items() if words},
    languages={"es": SPANISH},
    buttons=BUTTONS,
    names_on_board=NAMES_ON_BOARD,
    words_on_cards=WORDS_ON_CARDS,
    printed=PRINTED_PHRASES,
)


EACH: Final[Words] = {"en": "the square of each of you", "es": "el lugar de cada personaje"}


def sentence(effects: Sequence[Any], names: Mapping[str, Words]) -> Words:
    """Effects in words, in English and Spanish, with the ``names`` of squares."""
    return SHEETS.sentence(as_said(effects), {**names, "each_character": EACH})


# The parts that are the same in every box of New York Crisis, and the printed numbers of the rest.


def blank_pack() -> dict[str, Any]:
    """A pack without a name (R-NYC-02 to R-NYC-06, R-NYC-88 to 91, R-NYC-114 to 125).

    Squares, tracks and dice are still to be filled in; cards and tokens are unknown. All stories are there, the
    tutorial first, each with a card 0 that says nothing yet.
    """
    return {
        "game": "newyork",
        "schema": 1,
        "board": {"squares": [], "whole": False},
        "tracks": {"alert": {}, "story": {}},
        "characters": [
            {"id": role, "role": role, "name": name, "skill": SKILL_OF_ROLE[role]} for role, name in ROLE_NAMES.items()
        ],
        "items": [{"kind": kind, "count": 0} for kind in get_args(ItemKind)],
        "info_tokens": [],
        "mafia_cards": [],
        "police_cards": [],
        "scenarios": [_story(n) for n in range(1, PRINTED["scenarios"] + 1)],
        "unknown": {
            "items": ALL_ITEMS,
            "info_tokens": INFO_OF_A_COLOUR * len(get_args(Colour)),
            "mafia_cards": PRINTED["mafia_cards"],
            "police_cards": PRINTED["police_cards"],
        },
    }


def _story(n: int) -> dict[str, Any]:
    """A story with its card 0, without numbers; the first one is the tutorial."""
    card: dict[str, Any] = {"index": 0, "position": None, "text": "", "effects": [], "final_challenge": None}
    id_, name = ("first_game", T("First game")) if n == 1 else (f"story_{n}", T("Story {n}", n=n))
    return {
        "id": id_, "name": name, "tutorial": n == 1, "alert_limit": None, "start_squares": None, "cards": [card],
        "whole": False,
    }  # fmt: skip
