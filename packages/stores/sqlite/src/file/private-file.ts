import { chmodSync, closeSync, lstatSync, openSync, type Stats } from 'node:fs'

import { ConfigError } from '@social/core/store'

import { cannotOpen } from './sqlite-errors.js'

/**
 * Suffixes of the files that SQLite creates next to the database.
 * https://www.sqlite.org/tempfiles.html
 */
const BESIDE = ['-wal', '-shm', '-journal']
const OWNER_ALONE = 0o600
const OTHERS = 0o077

/** Returns the status of a path without following links, or null if nothing exists at the path. */
function statusOf(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null
}

/**
 * Creates the database file if it is missing. Removes the permissions of other users from the file
 * and from SQLite's files next to it. Files that SQLite creates later get the permissions of the
 * database file.
 *
 * @param changeRights - For tests, because a developer's machine rarely has files of other users.
 * @throws ConfigError if the path is a symbolic link or not a file, or if its permissions cannot
 * be changed.
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
 * Creates the file. Call it only if the file is missing: closing a file descriptor of a database
 * that SQLite has open in this process releases SQLite's locks.
 * https://www.sqlite.org/howtocorrupt.html (section 2.2, read 2026-11-22)
 */
function makeNew(path: string): void {
  try {
    closeSync(openSync(path, 'wx', OWNER_ALONE))
  } catch (error) {
    // If the file exists now, another process created it first.
    if (statusOf(path) === null) throw error
  }
}

function keepPrivate(path: string, changeRights: typeof chmodSync): void {
  const found = statusOf(path)
  if (found === null) return
  if (found.isSymbolicLink())
    throw new ConfigError(`${path} is a symbolic link, which is not followed. Pass the path of its target.`)
  if (!found.isFile()) throw new ConfigError(`${path} is not a file. Pass the path of a file.`)
  // Windows has no such permission bits, and reports all of them as set.
  if (process.platform === 'win32' || (found.mode & OTHERS) === 0) return
  try {
    changeRights(path, OWNER_ALONE)
  } catch (cause) {
    // The file is gone: SQLite deletes its extra files when the last process closes the database.
    if (statusOf(path) === null) return
    throw new ConfigError(
      `${path} contains tokens and can be read by other users, and this process cannot change that. Run "chmod 600 ${path}" as its owner.`,
      { cause },
    )
  }
}
