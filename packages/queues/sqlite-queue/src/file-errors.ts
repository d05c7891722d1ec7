import { PortError, SocialBaseError } from '@social/core/store'
import { resultCodeOf } from '@social/sqlite/database'

/**
 * Result codes of a file that another connection uses: `SQLITE_BUSY` and `SQLITE_LOCKED`.
 * https://www.sqlite.org/rescode.html (read 2026-11-24)
 */
const LOCKED: ReadonlySet<number | null> = new Set([5, 6])

/**
 * Advice for the result codes `SQLITE_READONLY`, `SQLITE_IOERR`, `SQLITE_CORRUPT`, `SQLITE_FULL`,
 * `SQLITE_CANTOPEN` and `SQLITE_NOTADB`.
 * https://www.sqlite.org/rescode.html (read 2026-11-24)
 */
const ADVICE: ReadonlyMap<number, string> = new Map([
  [8, 'The file is read-only for this process. Make the file and its folder writable.'],
  [10, 'The disk reported an error. Check the disk and its free space.'],
  [11, 'The file is damaged. Restore it from a backup.'],
  [13, 'The disk is full. Free some space.'],
  [14, 'The file cannot be opened. Its folder must exist and be writable.'],
  [26, 'The file is not an SQLite database any more. Restore it from a backup.'],
])

/** Returns whether another process uses the file at the moment, so that a retry can succeed. */
export function isLocked(error: unknown): boolean {
  return LOCKED.has(resultCodeOf(error))
}

/**
 * Converts an error of SQLite to a `PortError`. Programming mistakes and errors of the library are
 * returned unchanged.
 *
 * @param port - Name of the method, such as `queue.add`.
 */
export function toLibraryError(port: string, path: string, error: unknown): unknown {
  if (SocialBaseError.is(error)) return error
  const code = resultCodeOf(error)
  if (code === null) return error
  const advice = LOCKED.has(code)
    ? 'Another process keeps the file locked. Check for a long transaction or a copy of the file in progress.'
    : (ADVICE.get(code) ?? 'Check the file.')
  const text = `${port} failed: SQLite could not use ${path} (result code ${code}). ${advice} Repeating the call is safe.`
  return new PortError(text, { port, cause: error })
}
