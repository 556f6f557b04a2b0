/** What a snapshot says about the board, in the form board.js draws. */

import { COLOURS } from "./board.js";

/** @param {any} match of a snapshot @returns {{A: string, B: string}} colours of the checkers */
export function coloursOf(match) {
  if (match.colours) return match.colours;
  return match.light === "B" ? { A: COLOURS.B, B: COLOURS.A } : { ...COLOURS };
}

/** The part of a snapshot that the board shows. @param {any} snapshot @returns {import("./board.js").Scene} */
export function sceneOf({ match, game }) {
  return { board: game.board, home: match.home, dice: game.dice, cube: game.cube, toAct: game.to_act, unsure: game.unsure ?? [], colours: coloursOf(match), names: match.players };
}
