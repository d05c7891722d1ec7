import { ConfigError } from '@social/core/store'

/** Result code `SQLITE_BUSY`. https://www.sqlite.org/rescode.html */
const BUSY = 5
/** Result code `SQLITE_NOTADB`. https://www.sqlite.org/rescode.html */
const NO_DATABASE = 26

/**
 * Returns the primary result code of an SQLite error, such as 13 for a full disk. Returns null for
 * any other error.
 */
export function resultCodeOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return null
  return typeof error.errcode === 'number' ? error.errcode % 256 : null
}

/** Returns whether another process kept the file locked for too long. */
export function isBusy(error: unknown): boolean {
  return resultCodeOf(error) === BUSY
}

/**
 * Makes the error for a file that cannot be opened. The message names the reason and the required
 * action.
 */
export function cannotOpen(path: string, cause: unknown): ConfigError {
  if (resultCodeOf(cause) === NO_DATABASE)
    return new ConfigError(
      `${path} is not an SQLite database. Pass another path. The file was not changed.`,
      {
        cause,
      },
    )
  const reason = cause instanceof Error ? cause.message : 'no reason given'
  return new ConfigError(`SQLite cannot open ${path}: ${reason}. Its folder must exist and be writable.`, {
    cause,
  })
}
