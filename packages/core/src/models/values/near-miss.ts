import { assertString, assertTexts } from './assert-kind.js'

/**
 * Maximum length of a compared name. A longer name is no typing mistake, and comparing it would be
 * slow.
 */
const MAX_NAME_LENGTH = 64

/**
 * Returns a name without case and separators, so that `spoiler_text`, `Spoiler-Text` and
 * `spoilerText` become equal.
 */
function spellingKey(name: string): string {
  return name.replaceAll(/[_\-\s]/g, '').toLowerCase()
}

/**
 * Returns true if two names differ only in case and separators, such as `publish_at` and
 * `publishAt`.
 */
export function isSameName(one: string, other: string): boolean {
  return spellingKey(one) === spellingKey(other)
}

/**
 * Returns the edit distance of two texts (Damerau-Levenshtein, optimal string alignment).
 * Inserting, deleting or replacing a character and swapping two neighbors count as one edit each.
 */
function editDistance(from: string, to: string): number {
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const now = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1]
      let edits = Math.min(
        (last[column] ?? 0) + 1,
        (now[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (swapped && row > 1 && column > 1) edits = Math.min(edits, (before[column - 2] ?? 0) + 1)
      now.push(edits)
    }
    before = last
    last = now
  }
  return last[to.length] ?? 0
}

/**
 * Returns the accepted name that starts with `written`, such as `boardId` for `board`. Null if no
 * name or more than one name starts with it.
 */
function uniqueCompletion(written: string, accepted: readonly string[]): string | null {
  if (written.length < 3) return null
  const longer = accepted.filter((name) => spellingKey(name).startsWith(written))
  return longer.length === 1 ? (longer[0] ?? null) : null
}

/**
 * Finds the accepted name that was probably meant by an unknown name.
 *
 * @param name - The unknown name.
 * @param accepted - All accepted names.
 * @returns The accepted name that differs only in case and separators. Otherwise the nearest one,
 * if at most a third of the letters differ. Otherwise the only one that starts with `name`. Null
 * if there is none.
 */
export function nearMiss(name: string, accepted: readonly string[]): string | null {
  assertString(name, 'nearMiss: name')
  assertTexts(accepted, 'nearMiss: accepted')
  if (name.length > MAX_NAME_LENGTH) return null
  const written = spellingKey(name)
  const same = accepted.find((candidate) => spellingKey(candidate) === written)
  if (same !== undefined) return same
  let best: string | null = null
  let minEdits = Math.max(1, Math.floor(written.length / 3)) + 1
  for (const candidate of accepted) {
    const other = spellingKey(candidate)
    // Names of one letter are skipped, because each is one edit away from every other name of one
    // letter.
    if (Math.min(written.length, other.length) < 2) continue
    const edits = editDistance(written, other)
    if (edits >= minEdits) continue
    minEdits = edits
    best = candidate
  }
  return best ?? uniqueCompletion(written, accepted)
}
