import { ConfigError } from '@social/core/store'

/** `SQLITE_BUSY`. https://www.sqlite.org/rescode.html */
const BUSY = 5
/** `SQLITE_NOTADB`. Same page. */
const NO_DATABASE = 26

/** What kind of error SQLite reports, without its finer shades; null for any other error. */
function codeOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return null
  return typeof error.errcode === 'number' ? error.errcode % 256 : null
}

/** True when another process has the file and did not let go in time. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === BUSY
}

/** Why a file could not be opened, and what to do. */
export function cannotOpen(path: string, cause: unknown): ConfigError {
  if (codeOf(cause) === NO_DATABASE)
    return new ConfigError(`${path} is no SQLite database. Name another file; this one is left as it is.`, {
      cause,
    })
  const reason = cause instanceof Error ? cause.message : 'no reason given'
  return new ConfigError(`SQLite cannot open ${path}: ${reason}. Its folder must exist and be writable.`, {
    cause,
  })
}
