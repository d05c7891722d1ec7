import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Error if another studio uses the data folder. */
export class FolderTakenError extends Error {
  override readonly name = 'FolderTakenError'
}

/** Error if the data folder is not writable. */
export class FolderUnusableError extends Error {
  override readonly name = 'FolderUnusableError'
}

/**
 * SQLite's error code SQLITE_BUSY: another connection holds the lock.
 * https://www.sqlite.org/rescode.html (read 2026-11-23)
 */
const BUSY = 5

/**
 * Locks the data folder for this process, because two studios would corrupt the emulator's
 * journal. SQLite holds the lock as an operating system lock. The lock ends with the process, even
 * after a crash, and works across containers. A stored process id would be unreliable, because the
 * system reuses process ids.
 *
 * @returns The function that releases the lock.
 * @throws FolderTakenError if another studio holds the lock.
 * @throws FolderUnusableError if the folder is not writable.
 */
export function takeFolder(folder: string): () => void {
  const record = join(folder, 'studio.pid')
  const lock = openLock(folder)
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
    writeFileSync(record, `process ${process.pid} on ${hostname()}`)
  } catch (error) {
    lock.close()
    if (isBusy(error)) throw takenError(folder, record)
    throw unusableError(folder, error)
  }
  return () => {
    rmSync(record, { force: true })
    lock.close()
  }
}

function openLock(folder: string): DatabaseSync {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return new DatabaseSync(join(folder, 'studio.lock'))
  } catch (error) {
    throw unusableError(folder, error)
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === BUSY
}

function takenError(folder: string, record: string): FolderTakenError {
  let holder = ''
  try {
    holder = ` (${readFileSync(record, 'utf8').slice(0, 200)})`
  } catch {
    // The file can be missing while the other studio is starting.
  }
  return new FolderTakenError(
    `Another studio${holder} uses the data folder ${folder}. Open its page or stop it. To start a second studio, set STUDIO_DATA, PORT and EMULATOR_PORT.`,
  )
}

function unusableError(folder: string, cause: unknown): FolderUnusableError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new FolderUnusableError(
    `The data folder ${folder} cannot be used: ${why}. Make it writable, or name another folder with STUDIO_DATA.`,
    { cause },
  )
}
