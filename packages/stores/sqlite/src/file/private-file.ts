import { chmodSync, closeSync, lstatSync, openSync, type Stats } from 'node:fs'

import { ConfigError } from '@social/core/store'

import { cannotOpen } from './sqlite-errors.js'

/** What SQLite puts beside its file: https://www.sqlite.org/tempfiles.html */
const BESIDE = ['-wal', '-shm', '-journal']
const OWNER_ALONE = 0o600
const OTHERS = 0o077

/** What stands at a path, a link itself and not what it leads to; null when there is nothing. */
function look(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null
}

/**
 * Makes the file where it is missing, and takes the rights of everybody else from it and from what SQLite keeps beside
 * it. Files that SQLite makes later get the rights of the file.
 *
 * @param changeRights - For tests: files of somebody else are rare on a developer's machine.
 * @throws ConfigError when the path is a symbolic link or no file, or when its rights cannot be changed.
 */
export function makePrivate(path: string, changeRights = chmodSync): void {
  try {
    if (look(path) === null) makeNew(path)
  } catch (error) {
    throw cannotOpen(path, error)
  }
  for (const ending of ['', ...BESIDE]) keepPrivate(path + ending, changeRights)
}

/**
 * Only where there is none: closing a file that SQLite has open in this process drops its locks.
 * https://www.sqlite.org/howtocorrupt.html (section 2.2, read 2026-11-22)
 */
function makeNew(path: string): void {
  try {
    closeSync(openSync(path, 'wx', OWNER_ALONE))
  } catch (error) {
    // Another process was faster.
    if (look(path) === null) throw error
  }
}

function keepPrivate(path: string, changeRights: typeof chmodSync): void {
  const found = look(path)
  if (found === null) return
  if (found.isSymbolicLink())
    throw new ConfigError(`${path} is a symbolic link, and is not followed. Name the file it leads to.`)
  if (!found.isFile()) throw new ConfigError(`${path} is no file. Name the path of a file.`)
  // Windows has no such rights, and shows all of them.
  if (process.platform === 'win32' || (found.mode & OTHERS) === 0) return
  try {
    changeRights(path, OWNER_ALONE)
  } catch (cause) {
    // What SQLite keeps beside the file goes when the last process closes it.
    if (look(path) === null) return
    throw new ConfigError(
      `${path} can be read by others, and this process may not change that. Run "chmod 600 ${path}" as its owner: it holds tokens.`,
      { cause },
    )
  }
}
