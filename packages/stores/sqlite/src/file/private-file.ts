import { chmodSync, closeSync, lstatSync, openSync, type Stats } from 'node:fs'

import { ConfigError } from '@social/core/store'

import { cannotOpen } from './sqlite-errors.js'

/** Files that SQLite creates next to the database: https://www.sqlite.org/tempfiles.html */
const BESIDE = ['-wal', '-shm', '-journal']
const OWNER_ALONE = 0o600
const OTHERS = 0o077

/** Status of a path, without following links; null if nothing exists there. */
function statusOf(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null
}

/**
 * Creates the file if it is missing, and removes the permissions of other users from it and from SQLite's files next to
 * it. Files that SQLite creates later get the permissions of the database.
 *
 * @param changeRights - For tests: a developer's machine rarely has files of other users.
 * @throws ConfigError if the path is a symbolic link or not a file, or if its permissions cannot be changed.
 */
export function makePrivate(path: string, changeRights = chmodSync): void {
  try {
    if (statusOf(path) === null) makeNew(path)
  } catch (error) {
    throw cannotOpen(path, error)
  }
  for (const ending of ['', ...BESIDE]) keepPrivate(path + ending, changeRights)
}

/**
 * Only if the file is missing: closing a file that SQLite has open in this process drops its locks.
 * https://www.sqlite.org/howtocorrupt.html (section 2.2, read 2026-11-22)
 */
function makeNew(path: string): void {
  try {
    closeSync(openSync(path, 'wx', OWNER_ALONE))
  } catch (error) {
    // Another process created it first.
    if (statusOf(path) === null) throw error
  }
}

function keepPrivate(path: string, changeRights: typeof chmodSync): void {
  const found = statusOf(path)
  if (found === null) return
  if (found.isSymbolicLink())
    throw new ConfigError(`${path} is a symbolic link, which is not followed. Pass the path of its target.`)
  if (!found.isFile()) throw new ConfigError(`${path} is not a file. Pass the path of a file.`)
  // Windows has no such permissions and reports all of them as set.
  if (process.platform === 'win32' || (found.mode & OTHERS) === 0) return
  try {
    changeRights(path, OWNER_ALONE)
  } catch (cause) {
    // SQLite's files next to the database disappear when the last process closes it.
    if (statusOf(path) === null) return
    throw new ConfigError(
      `${path} contains tokens and can be read by other users, and this process cannot change that. Run "chmod 600 ${path}" as its owner.`,
      { cause },
    )
  }
}
