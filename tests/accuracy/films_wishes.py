"""Which films films_table.py makes: what goes wrong in each, how people play, and the seed.

The numbers are those of films and rigs. Films are added in dozens at the end; each dozen is watched once,
blind, and then joins those that have led the tracker.
"""

from films_first import FILMS, LAST, LATER, MANNERS

NEW = {
    500: "",
    501: "--irregular cocked:0.2,must_play_more=in_time",
    502: "--view low --irregular wrong_pips=in_time",
    503: "--ends clock --mixed --irregular opponent_checker_moved=in_time,on_checker",
    504: "--view corner --irregular co_occupied=in_time,premature_roll",
    505: "--baffle --irregular bar_entry_ignored=in_time",
    506: "--no-bar --irregular setup_missing=in_time,cocked_played",
    507: "--view end --varied --irregular hit_checker_removed=late",
    508: "--view seated --company 0.2 --irregular must_play_higher=in_time,off_board",
    509: "--ends tap --irregular wrong_direction=in_time,premature_double",
    510: "--view overhead --irregular own_checker_to_bar=in_time,cube_wrong_level=in_time",
    511: "--jolt 0.3 --slide 0.2 --irregular blocked_path=in_time,wrong_side",
    512: "--irregular cocked_played,opponent_checker_moved=late",
    513: "--ends clock --varied --irregular checker_count=in_time,on_die",
    514: "--view corner --mixed --irregular setup_moved=never",
    515: "--view low --irregular bar_entry_ignored=never,cocked:0.15",
    516: "--no-bar --irregular wrong_pips=in_time,off_turn_moved",
    517: "--baffle --mixed --irregular must_play_more=late",
    518: "--view end --irregular co_occupied=late,off_board",
    519: "--view seated --shutter 0.016 --irregular setup_exchanged=in_time",
    520: "--ends tap --irregular hit_checker_removed=in_time,cube_no_access",
    521: "--view overhead --company 0.2 --irregular wrong_direction=late",
    522: "--lean 0.2 --irregular must_play_higher=in_time,premature_roll",
    523: "",
    524: "",
    525: "--irregular cocked:0.2,opponent_checker_moved=in_time",
    526: "--view low --irregular must_play_more=in_time",
    527: "--ends clock --mixed --irregular hit_checker_removed=in_time,premature_roll",
    528: "--view corner --irregular wrong_pips=in_time,off_board",
    529: "--baffle --irregular setup_moved=in_time",
    530: "--no-bar --irregular opponent_checker_moved=in_time,on_die",
    531: "--view end --varied --irregular wrong_direction=late",
    532: "--view seated --company 0.2 --irregular co_occupied=in_time,on_checker",
    533: "--ends tap --irregular bar_entry_ignored=in_time,premature_double",
    534: "--view overhead --irregular must_play_higher=in_time,cube_wrong_level=in_time",
    535: "--jolt 0.3 --slide 0.2 --irregular own_checker_to_bar=in_time,wrong_side",
    536: "--irregular cocked_played,blocked_path=late",
    537: "--ends clock --varied --irregular wrong_pips=in_time,off_turn_moved",
    538: "--view corner --mixed --irregular setup_missing=never",
    539: "--view low --irregular checker_count=never,cocked:0.15",
    540: "--no-bar --irregular must_play_more=in_time,cocked_played",
    541: "--baffle --mixed --irregular opponent_checker_moved=late",
    542: "--view end --irregular hit_checker_removed=late,off_board",
    543: "--view seated --shutter 0.016 --irregular setup_exchanged=in_time",
    544: "--ends tap --irregular co_occupied=in_time,cube_no_access",
    545: "--view overhead --company 0.2 --irregular bar_entry_ignored=late",
    546: "--lean 0.2 --irregular wrong_direction=in_time,premature_roll",
    547: "",
    548: "--irregular cocked:0.15,wrong_pips=in_time",
    549: "--view low --irregular opponent_checker_moved=in_time,off_board",
    550: "--ends clock --irregular must_play_more=in_time,premature_roll",
    551: "--view corner --irregular hit_checker_removed=in_time,cocked_played",
    552: "--baffle --irregular wrong_direction=in_time",
    553: "--no-bar --irregular blocked_path=in_time,cocked",
    554: "--view end --varied --irregular setup_missing=never",
    555: "--view seated --irregular co_occupied=in_time,on_die",
    556: "--ends tap --irregular checker_count=in_time,off_turn_moved",
    557: "--view overhead --irregular must_play_higher=in_time,cube_wrong_level=in_time",
    558: "--jolt 0.3 --slide 0.2 --irregular setup_moved=in_time,wrong_side",
    559: "",
    560: "--mixed --irregular cocked:0.15,own_checker_to_bar=in_time",
    561: "--view low --shutter 0.016 --irregular wrong_pips=late,on_checker",
    562: "--ends clock --company 0.2 --irregular bar_entry_ignored=in_time",
    563: "--view corner --irregular must_play_more=late,premature_double",
    564: "--baffle --irregular setup_exchanged=in_time",
    565: "--no-bar --mixed --irregular wrong_direction=in_time",
    566: "--view end --irregular opponent_checker_moved=in_time,off_board",
    567: "--view seated --lean 0.2 --irregular hit_checker_removed=late",
    568: "--ends tap --mixed --irregular wrong_pips=in_time,premature_roll",
    569: "--view overhead --irregular blocked_path=late,cocked_played",
    570: "--irregular checker_count=never,cube_no_access",
    571: "",
}
"""Films watched blind first, two dozen at a time (films.md says how that went). What was seen has led
a few rules since."""
NEW |= {number + 24: NEW[number] for number in range(548, 572)}
NEW |= {
    596: "--irregular cocked:0.2,premature_bearoff=in_time",
    597: "--view low --irregular wrong_pips=in_time,on_die",
    598: "--ends clock --irregular premature_roll,must_play_more=late",
    599: "--view corner --irregular cocked_played,hit_checker_removed=in_time",
    600: "--baffle --irregular cocked,wrong_direction=in_time",
    601: "--no-bar --irregular blocked_path=in_time,on_die",
    602: "--view end --varied --irregular setup_missing=in_time,cocked",
    603: "--view seated --irregular premature_bearoff=late,off_board",
    604: "--ends tap --irregular premature_roll,wrong_pips=in_time",
    605: "--view overhead --irregular cocked:0.2,must_play_higher=late",
    606: "--jolt 0.3 --irregular on_die,checker_count=in_time",
    607: "--mixed",
    608: "--irregular cocked_played,off_turn_moved",
    609: "--view low --shutter 0.016 --irregular cocked,co_occupied=in_time",
    610: "--ends clock --company 0.2 --irregular premature_roll,cube_wrong_level=in_time",
    611: "--view corner --mixed --irregular bar_entry_ignored=late,on_checker",
    612: "--baffle --varied --irregular on_die,setup_exchanged=in_time",
    613: "--no-bar --irregular opponent_checker_moved=in_time,cocked",
    614: "--view end --irregular own_checker_to_bar=in_time,off_board",
    615: "--view seated --lean 0.2 --irregular premature_bearoff=in_time,wrong_side",
    616: "--ends tap --mixed --irregular wrong_direction=late,cocked_played",
    617: "--view overhead --irregular on_die,premature_double",
    618: "--irregular must_play_more=in_time,cocked:0.2",
    619: "",
}
"""Two dozen more, with more dice that lean or lie on others, men taken off and rolls too early."""


def _once_more(first: int, last: int) -> dict[int, str]:
    """The last two dozen once more, under numbers higher by first, by 24 more, and so on up to last."""
    return {number + more: NEW[number] for number in range(596, 620) for more in range(first, last + 1, 24)}


NEW |= _once_more(24, 240)
LATEST = _once_more(264, 624)
"""Eight times four dozen, made when all those before had led the tracker."""
FORMER = _once_more(648, 960)
"""Twenty-eight dozen, watched blind first; what was seen has led rules since."""
BLIND = _once_more(984, 1008)
"""Four dozen, watched once, blind."""
NEWEST = _once_more(1032, 1056)
"""Four dozen more, watched so."""
QUICK = _once_more(1080, 1080)
"""Two dozen more, watched so; twelve of them also at 30 frames a second (rate_table.py)."""
FRESH = _once_more(1104, 1128)
"""Four dozen more, watched so."""
FURTHER = _once_more(1152, 1152)
"""Two dozen more, watched with the rules that those led to."""
PRESENT = _once_more(1176, 1200)
"""Four dozen more, watched so."""
AFTER = _once_more(1224, 1224)
"""Two dozen more, in which both upright networks tell of leaning."""
BEYOND = _once_more(1248, 1272)
"""Four dozen more, watched so."""
ONWARD = _once_more(1296, 1320)
"""Four dozen more, watched so."""
AHEAD = _once_more(1344, 1368)
"""Four dozen more, watched so."""
THENCE = _once_more(1392, 1392)
"""Two dozen more, watched with the rules that those led to."""
HENCE = _once_more(1416, 1488)
"""Eight dozen more, watched so."""
THEREON = _once_more(1512, 1584)
"""Eight dozen more, watched with the rules that those led to."""
LATELY = _once_more(1608, 1680)
"""Eight dozen more, watched so."""
ANON = _once_more(1704, 1776)
"""Eight dozen more, watched with the rules that those led to."""
OTHER = {
    2396: "--physics --irregular cocked:0.2,on_checker",
    2397: "--pace real --irregular shuffle:0.3,wrong_pips=late",
    2398: "--view east --irregular wrong_pips=never,on_bar",
    2399: "--irregular cube_start_face,cube_after_roll",
    2400: "--score 4-2 --irregular cube_crawford,crawford_cube_left",
    2401: "--irregular setup_mirrored=in_time,must_play_more=never",
    2402: "--relays 0.2 --irregular off_turn_touched,hit_checker_removed=in_time",
    2403: "--discuss 1 --tries 0.5 --irregular setup_moved=late",
    2404: "--ends clock --varied --irregular cube_after_invalid_roll,cocked:0.15",
    2405: "--ends tap --shake 0.3 --irregular wrong_side:0.15,must_play_higher=never",
    2406: "--baffle --slide 0.4 --irregular wrong_direction=never",
    2407: "--no-bar --irregular setup_mirrored=never,own_checker_to_bar=never",
    2408: "--view low --lean 0.3 --irregular checker_count=late",
    2409: "--view corner --irregular on_bar:0.15,blocked_path=never",
    2410: "--view end --company 0.3 --irregular shuffle:0.3,opponent_checker_moved=late",
    2411: "--physics --jolt 0.3 --mixed --irregular on_die:0.15",
    2412: "--graphics --tremble 3 --irregular wrong_pips:0.15",
    2413: "--stream 2500 --interlaced --irregular bar_entry_ignored=never",
    2414: "--company 0.4 --irregular co_occupied=never,premature_double",
    2415: "--pace real --ends clock --irregular blocked_path=in_time,premature_roll",
    2416: "--physics --baffle --irregular off_board:0.1,hit_checker_removed=never",
    2417: "--view east --varied",
    2418: "--view seated --mixed --irregular opponent_checker_moved=never,off_board:0.1",
    2419: "--logo --view overhead --irregular cube_wrong_level=never,off_turn_moved",
}
"""Two dozen of other kinds: dice thrown by physics, the pace of real play, positions gone over, the Crawford
game, slips that nobody puts right."""
OTHER |= {number + 24: wish for number, wish in OTHER.items()}
COMMON = _once_more(1848, 1872)
"""Four dozen more of the former kinds."""
MOTLEY = {
    2492: "--pace real --view low --irregular cocked:0.15,must_play_more=never",
    2493: "--physics --view corner --irregular cocked:0.15,on_bar",
    2494: "--score 3-4 --irregular crawford_cube_left,cube_crawford",
    2495: "--ends clock --company 0.4 --irregular off_turn_moved,wrong_pips=never",
    2496: "--view east --mixed --irregular hit_checker_removed=late,premature_double",
    2497: "--discuss 1 --irregular setup_missing=late,cube_start_face",
    2498: "--tries 1 --relays 0.3 --irregular bar_entry_ignored=late",
    2499: "--ends tap --pace real --irregular must_play_higher=late,on_die",
    2500: "--baffle --physics --irregular wrong_side,cocked_played",
    2501: "--no-bar --physics --irregular setup_moved=late,blocked_path=late",
    2502: "--view overhead --lean 0.4 --slide 0.3 --irregular own_checker_to_bar=never",
    2503: "--varied --discuss 0.5 --irregular cube_no_access,co_occupied=never",
    2504: "--view seated --shake 0.5 --jolt 0.3 --irregular cube_after_roll,checker_count=in_time",
    2505: "--shutter 0.03 --irregular wrong_direction=late,cocked_played",
    2506: "--view end --logo --irregular cube_wrong_level=never",
    2507: "--graphics --stream 2000 --irregular opponent_checker_moved=in_time,shuffle:0.2",
    2508: "--ends clock --mixed --tries 1 --irregular premature_roll,cube_after_invalid_roll",
    2509: "--view corner --company 0.3 --irregular setup_exchanged=late,off_board:0.1",
    2510: "--view low --relays 0.2 --irregular on_checker:0.2,must_play_more=late",
    2511: "--pace real --baffle --irregular wrong_pips=in_time",
    2512: "--score 4-4",
    2513: "--interlaced --tremble 2 --irregular off_board,premature_double",
    2514: "--view seated --pace real --varied",
    2515: "--slide 0.5 --company 0.3 --jolt 0.3 --mixed --irregular hit_checker_removed=never,wrong_side",
}
"""Two dozen once more of other kinds, watched with the rules that those led to."""
SUNDRY = {number + 48: wish for number, wish in MOTLEY.items()}
MOTLEY |= {number + 24: wish for number, wish in MOTLEY.items()}
SUNDRY |= {n + 168: OTHER[n].replace("mirrored=never", "moved=never") for n in range(2396, 2420)}
"""Both once more, watched with the rules that those led to."""
DIVERS = {
    2588: "--ruleset wbgt-2010 --irregular cocked:0.2,wrong_pips=in_time",
    2589: "--ruleset fcbg-2007 --ends clock --irregular must_play_more=late,on_die:0.1",
    2590: "--ruleset ausbgf-2021 --view low --irregular premature_roll,hit_checker_removed=in_time",
    2591: "--ruleset biba-2014 --view corner --irregular off_board:0.15,opponent_checker_moved=late",
    2592: "--size 1920x1080 --view overhead --irregular cocked:0.2,cocked_played",
    2593: "--size 960x540 --irregular wrong_direction=in_time,on_bar",
    2594: "--size 1920x1080 --physics --varied --irregular wrong_side:0.15,setup_missing=in_time",
    2595: "--length 0 --irregular cube_wrong_level=in_time,blocked_path=in_time",
    2596: "--length 9 --score 7-3 --pace real --irregular co_occupied=late",
    2597: "--length 3 --score 2-0 --irregular cube_crawford,setup_moved=never",
    2598: "--turns 16 --ends clock --irregular on_checker:0.1,checker_count=late",
    2599: "--turns 16 --baffle --view seated --irregular must_play_higher=in_time,own_checker_to_bar=late",
    2600: "--irregular deadlock=in_time --view end",
    2601: "--ruleset wbgt-2010 --ends tap --irregular cube_after_roll,premature_double",
    2602: "--ruleset fcbg-2007 --no-bar --irregular bar_entry_ignored=in_time,off_turn_moved",
    2603: "--ruleset ausbgf-2021 --physics --slide 0.3 --irregular shuffle:0.3,wrong_pips=never",
    2604: "--ruleset biba-2014 --discuss 1 --relays 0.2 --irregular setup_exchanged=in_time",
    2605: "--ruleset wbgt-2010 --company 0.4 --mixed --irregular off_turn_touched,premature_bearoff=late",
    2606: "--view east --physics --irregular cocked:0.15,wrong_direction=late",
    2607: "--view east --ends clock --lean 0.3 --irregular cube_no_access,on_die",
    2608: "--shake 1 --tries 1 --jolt 0.3 --irregular hit_checker_removed=late",
    2609: "--crf 35 --tremble 2 --irregular opponent_checker_moved=never,cube_start_face",
    2610: "--slide 1 --relays 0.3 --irregular blocked_path=late,off_board",
    2611: "--logo --graphics --view low --varied --irregular premature_roll:0.1,cocked_played",
}
"""Two dozen of kinds again others: the other four rule sets, money play, longer games and matches, larger and
smaller pictures; watched with the rules that those led to."""
DIVERS |= {number + 24: wish for number, wish in DIVERS.items()}
ON_MEN = {
    2636: "--ruleset wbgt-2010 --irregular on_checker:0.25",
    2637: "--ruleset ausbgf-2021 --physics --irregular on_checker:0.25",
    2638: "--ruleset biba-2014 --ends clock --irregular on_checker:0.25,wrong_pips=in_time",
    2639: "--ruleset fcbg-2007 --view low --irregular on_checker:0.25,cocked:0.1",
    2640: "--ruleset wbgt-2010 --view corner --irregular on_checker:0.2,cocked_played",
    2641: "--ruleset ausbgf-2021 --view seated --varied --irregular on_checker:0.2,blocked_path=late",
    2642: "--ruleset biba-2014 --view overhead --mixed --irregular on_checker:0.2,premature_roll",
    2643: "--ruleset fcbg-2007 --view end --irregular on_checker:0.2,must_play_more=in_time",
    2644: "--ruleset wbgt-2010 --ends tap --physics --irregular on_checker:0.2",
    2645: "--ruleset ausbgf-2021 --view east --irregular on_checker:0.2,wrong_side:0.1",
    2646: "--ruleset biba-2014 --physics --lean 0.3 --irregular on_checker:0.2,hit_checker_removed=in_time",
    2647: "--ruleset fcbg-2007 --company 0.3 --irregular on_checker:0.2,opponent_checker_moved=late",
    2648: "--ruleset wbgt-2010 --no-bar --irregular on_checker:0.2",
    2649: "--ruleset ausbgf-2021 --ends clock --jolt 0.3 --irregular on_checker:0.2,off_board",
    2650: "--ruleset biba-2014 --baffle --irregular on_checker:0.2",
    2651: "--ruleset fcbg-2007 --varied --slide 0.3 --irregular on_checker:0.2,setup_moved=in_time",
    2652: "--ruleset wbgt-2010 --turns 14 --mixed --irregular on_checker:0.15,cube_wrong_level=in_time",
    2653: "--ruleset ausbgf-2021 --turns 14 --irregular on_checker:0.15,bar_entry_ignored=late",
    2654: "--ruleset biba-2014 --turns 14 --view low --irregular on_checker:0.15,wrong_direction=in_time",
    2655: "--ruleset fcbg-2007 --turns 14 --physics --irregular on_checker:0.15,off_turn_moved",
    2656: "--ruleset wbgt-2010 --size 1920x1080 --irregular on_checker:0.2,checker_count=in_time",
    2657: "--ruleset ausbgf-2021 --pace real --irregular on_checker:0.2,cube_no_access",
    2658: "--ruleset biba-2014 --relays 0.2 --irregular on_checker:0.2,on_die",
    2659: "--ruleset fcbg-2007 --length 0 --irregular on_checker:0.2,must_play_higher=late",
}
"""Two dozen under the four rule sets by which a die on a man does not count, watched with the rules that they
and DIVERS led to."""
SETS = {number + 24: wish for number, wish in ON_MEN.items()}
_OTHERS = ("wbgt-2010", "ausbgf-2021", "biba-2014", "fcbg-2007")
SETS |= {n + 120: f"--ruleset {_OTHERS[n % 4]} {SUNDRY[n]}" for n in range(2564, 2588)}
"""Four dozen more under these four, watched with the rules that those led to."""
SHAPES = {
    2708: "--size 1080x1920 --irregular cocked:0.15,wrong_pips=in_time",
    2709: "--size 1080x1920 --view end --irregular must_play_more=in_time,on_die",
    2710: "--size 1080x1920 --view overhead --ruleset wbgt-2010 --irregular premature_roll,blocked_path=late",
    2711: "--size 1080x1920 --view seated --ruleset fcbg-2007 --irregular co_occupied=never,off_board",
    2712: "--size 1080x1920 --view end --physics --irregular setup_missing=in_time,wrong_side",
    2713: "--size 1080x1920 --view corner --ends clock --irregular hit_checker_removed=in_time,on_die",
    2714: "--size 1280x960 --irregular wrong_direction=in_time,cocked:0.15",
    2715: "--size 1280x960 --view low --ruleset biba-2014 --irregular co_occupied=late,on_checker",
    2716: "--size 1280x960 --view end --irregular own_checker_to_bar=in_time,cube_wrong_level=in_time",
    2717: "--size 1280x960 --view seated --mixed --irregular bar_entry_ignored=in_time,off_turn_moved",
    2718: "--size 1280x960 --view overhead --baffle --irregular checker_count=in_time,cocked_played",
    2719: "--size 1280x960 --ruleset ausbgf-2021 --irregular must_play_higher=in_time,cube_after_roll",
    2720: "--size 960x720 --irregular premature_bearoff=in_time,on_bar",
    2721: "--size 960x720 --view overhead --no-bar --irregular wrong_pips=late,cocked:0.15",
    2722: "--size 960x720 --view seated --varied --irregular setup_moved=in_time",
    2723: "--size 960x720 --view end --ruleset wbgt-2010 --irregular blocked_path=in_time,off_board",
    2724: "--size 854x480 --irregular must_play_more=in_time",
    2725: "--size 854x480 --view overhead --irregular wrong_direction=late,premature_double",
    2726: "--size 640x480 --view overhead --irregular opponent_checker_moved=in_time",
    2727: "--size 640x480 --irregular hit_checker_removed=in_time",
    2728: "--size 1080x1350 --view east --company 0.3 --irregular wrong_pips=in_time,on_die",
    2729: "--size 1080x1350 --pace real --irregular co_occupied=in_time,cocked:0.15",
    2730: "--size 1440x1080 --fps 10 --irregular own_checker_to_bar=late,premature_roll",
    2731: "--size 1920x1080 --fps 10 --interlaced --irregular checker_count=late,off_board",
}
"""Two dozen in pictures of other shapes and sizes: telephones held upright, webcams, small streams."""
UNSAID = {
    2732: "--ends tap --irregular wrong_pips=in_time",
    2733: "--ends tap --view end --irregular must_play_more=late,cocked:0.15",
    2734: "--ends tap --size 1280x960 --view corner --irregular hit_checker_removed=in_time",
    2735: "--ends clock --irregular wrong_direction=in_time,premature_roll",
    2736: "--ends clock --size 1440x1080 --view seated --irregular co_occupied=late",
    2737: "--ends clock --view overhead --physics --irregular blocked_path=in_time,on_die",
    2738: "--baffle --irregular cocked:0.15,wrong_pips=late",
    2739: "--baffle --size 1080x1920 --view end --irregular checker_count=in_time",
    2740: "--baffle --ends tap --irregular must_play_higher=in_time",
    2741: "--no-bar --ends tap --irregular premature_bearoff=in_time",
    2742: "--no-bar --view seated --irregular opponent_checker_moved=in_time",
    2743: "--view east --ends tap --varied --irregular own_checker_to_bar=in_time",
    2744: "--size 1080x1920 --view corner --irregular wrong_pips=late,on_die",
    2745: "--size 1080x1920 --ruleset ausbgf-2021 --irregular premature_bearoff=late,cocked:0.15",
    2746: "--size 1280x960 --view east --irregular setup_exchanged=in_time",
    2747: "--size 1280x960 --view corner --ruleset fcbg-2007 --irregular on_checker:0.15,blocked_path=late",
    2748: "--size 960x720 --view seated --irregular co_occupied=in_time,off_board",
    2749: "--size 960x720 --ends tap --irregular wrong_direction=late",
    2750: "--size 854x480 --view overhead --irregular cocked:0.15",
    2751: "--size 854x480 --ends tap --view overhead --irregular hit_checker_removed=late",
    2752: "--size 1080x1350 --view overhead --irregular must_play_more=in_time,wrong_side",
    2753: "--size 1080x1350 --view end --ends clock --irregular bar_entry_ignored=in_time",
    2754: "--size 1440x1080 --view low --fps 10 --irregular wrong_pips=never,cube_wrong_level=in_time",
    2755: "--size 1920x1080 --view corner --baffle --irregular cocked:0.15,must_play_higher=late",
}
UNSAID |= {number + 24: wish for number, wish in UNSAID.items()}
"""Four dozen with taps, clocks, boxes and pictures of other shapes, watched a second time as who says nothing
watches them: no word on where the board is and with what they play, nothing entered."""
LIGHTS = {
    2780: "",
    2781: "--irregular wrong_pips=in_time",
    2782: "--ends clock --irregular cocked:0.15,must_play_more=in_time",
    2783: "--view corner --irregular hit_checker_removed=late",
    2784: "--view end --irregular blocked_path=in_time,off_board",
    2785: "--baffle --irregular wrong_direction=in_time",
    2786: "--view overhead --irregular on_die,co_occupied=in_time",
    2787: "--ends tap --irregular premature_roll,checker_count=late",
    2788: "--view seated --irregular setup_moved=in_time",
    2789: "--size 1920x1080 --irregular cocked:0.15,wrong_pips=late",
    2790: "--no-bar --irregular must_play_higher=in_time",
    2791: "--view east --irregular on_checker:0.15",
}
"""A dozen of all kinds, on which light falls afterwards (sunlit_table.py); added up nowhere else."""
SEEDS = {
    0: 100,
    20: 300,
    40: 9000,
    60: 9500,
    80: 9900,
    100: 12000,
    140: 15000,
    160: 18000,
    180: 21000,
    220: 24000,
    260: 27000,
    300: 30000,
    320: 33000,
    340: 36000,
    380: 39000,
    420: 42000,
    460: 45000,
    500: 48000,
    548: 51000,
} | {596 + 24 * k: 54000 + 3000 * k for k in range(92)}
"""What is added to the numbers of films from each on, as the seed; from 596 on by two dozen."""


def seed_of(number: int) -> int:
    """The seed of a film."""
    return number + SEEDS[max(first for first in SEEDS if first <= number)]


GROUPS = {
    "all": dict(enumerate(FILMS)),
    "manners": MANNERS,
    "later": LATER,
    "last": LAST,
    "new": NEW,
    "latest": LATEST,
    "former": FORMER,
    "blind": BLIND,
    "newest": NEWEST,
    "quick": QUICK,
    "fresh": FRESH,
    "further": FURTHER,
    "present": PRESENT,
    "after": AFTER,
    "beyond": BEYOND,
    "onward": ONWARD,
    "ahead": AHEAD,
    "thence": THENCE,
    "hence": HENCE,
    "thereon": THEREON,
    "lately": LATELY,
    "anon": ANON,
    "other": OTHER,
    "common": COMMON,
    "motley": MOTLEY,
    "sundry": SUNDRY,
    "divers": DIVERS,
    "on men": ON_MEN,
    "sets": SETS,
    "shapes": SHAPES,
    "unsaid": UNSAID,
}
"""The films that are added up, by what the table calls them."""
_WISHES = {number: wish for films in (*GROUPS.values(), LIGHTS) for number, wish in films.items()}


def named(number: int) -> str:
    """What there is about a film."""
    return _WISHES[number]
