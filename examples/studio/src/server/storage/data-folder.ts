import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A folder that another studio is using. */
export class FolderTakenError extends Error {
  override readonly name = 'FolderTakenError'
}

/** A folder in which nothing can be kept. */
export class FolderUnusableError extends Error {
  override readonly name = 'FolderUnusableError'
}

/** SQLITE_BUSY: another connection has the lock. https://www.sqlite.org/rescode.html (read 2026-11-23) */
const BUSY = 5

/**
 * Takes the folder in which everything is kept, for this process alone: two studios on one folder would each replay the
 * emulator's record while the other writes it. The lock is one of the operating system, by SQLite: it ends with the process,
 * however that ends, and holds in other containers too. The number of a process would do neither: it comes again.
 *
 * @returns What gives it back.
 * @throws FolderTakenError when another studio runs on it. One that died has left it free.
 * @throws FolderUnusableError when nothing can be written there.
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
    // It is just starting, and has not said who it is.
  }
  return new FolderTakenError(
    `Another studio${holder} keeps its data in ${folder}. Open its page, stop it, or set STUDIO_DATA, PORT and EMULATOR_PORT for a second one.`,
  )
}

function unusableError(folder: string, cause: unknown): FolderUnusableError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new FolderUnusableError(
    `Nothing can be kept in ${folder}: ${why}. Make it writable, or name another folder with STUDIO_DATA.`,
    { cause },
  )
}
