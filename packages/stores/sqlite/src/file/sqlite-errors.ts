import { ConfigError } from '@social/core/store'

/** `SQLITE_BUSY`. https://www.sqlite.org/rescode.html */
const BUSY = 5
/** `SQLITE_NOTADB`. Same page. */
const NO_DATABASE = 26

/** Primary result code of SQLite; null for any other error. */
function codeOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return null
  return typeof error.errcode === 'number' ? error.errcode % 256 : null
}

/** True if another process held the file for too long. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === BUSY
}

/** Reason why a file cannot be opened, and the required action. */
export function cannotOpen(path: string, cause: unknown): ConfigError {
  if (codeOf(cause) === NO_DATABASE)
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
