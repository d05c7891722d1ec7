import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import {
  InMemoryLocks,
  InMemoryLoginMemory, InMemoryMarkers,
  InMemoryPublishJournal,
  InMemorySeenUpdates,
  InMemorySpendingCounter,
  InMemoryStorage,
} from '@social/core'
import { connectionFromRecord, type Locks, type SeenUpdates, type Storage, toRecord } from '@social/core/store'

import type { RaceStores } from '../join-race.js'

/** Deliberate defect of the stores that a process opens. */
export type Mistake =
  /** Each process keeps its data in its own memory, so processes do not share any data. */
  | 'ALONE'
  /** Connections are in shared files. A renewal reads and writes the file in two separate steps. */
  | 'TWO_STEPS'
  /** Lock files of a process remain after the process dies, so a lock is never free again. */
  | 'NEVER_FREED'
  /** Locks are taken over after their lease ends, but the previous holder is not notified. */
  | 'NEVER_REPORTED'

const fileOf = (folder: string, name: string): string => join(folder, Buffer.from(name).toString('base64url'))

/**
 * Creates the file. Returns false if the file exists, for example because another process created
 * it.
 */
function makes(path: string): boolean {
  try {
    writeFileSync(path, '', { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

function fileStorage(folder: string): Storage {
  const storage: Storage = new InMemoryStorage()
  storage.saveConnection = async (connection) => {
    // Each save is atomic. The defect is in `saveRenewed`: it waits between reading and saving.
    const written = join(folder, randomUUID())
    writeFileSync(written, JSON.stringify(toRecord(connection)))
    renameSync(written, fileOf(folder, connection.id))
  }
  storage.getConnection = async (id) => {
    const path = fileOf(folder, id)
    return existsSync(path) ? connectionFromRecord(JSON.parse(readFileSync(path, 'utf8'))) : null
  }
  storage.saveRenewed = async (next, previous) => {
    const stored = await storage.getConnection(previous.id)
    if (stored?.token.accessToken !== previous.token.accessToken) return false
    await sleep(5)
    await storage.saveConnection(next)
    return true
  }
  return storage
}

/**
 * Returns locks that are files: the holder creates the file and deletes the file after the work.
 */
function fileLocks(folder: string, whenHeld: (path: string, leaseSeconds: number) => Promise<void>): Locks {
  return {
    withLock: async (key, work, { leaseSeconds }) => {
      const path = fileOf(folder, key)
      while (!makes(path)) await whenHeld(path, leaseSeconds)
      try {
        return await work({ signal: new AbortController().signal })
      } finally {
        rmSync(path, { force: true })
      }
    },
  }
}

function fileSeen(folder: string): SeenUpdates {
  return {
    claim: async (key) => (makes(fileOf(folder, key)) ? { state: 'CLAIMED', claim: randomUUID() } : { state: 'BUSY' }),
    extend: () => Promise.resolve(),
    confirm: () => Promise.resolve(),
    release: () => Promise.resolve(),
  }
}

/** Creates stores that work in one process, but fail when several processes use them. */
export function carelessStores(folder: string, mistake: Mistake): RaceStores {
  const alone = {
    storage: new InMemoryStorage(),
    locks: new InMemoryLocks(),
    loginMemory: new InMemoryLoginMemory(),
    seenUpdates: new InMemorySeenUpdates(),
    journal: new InMemoryPublishJournal(),
    markers: new InMemoryMarkers(),
    spendingCounter: new InMemorySpendingCounter(),
  }
  switch (mistake) {
    case 'ALONE':
      return alone
    case 'TWO_STEPS':
      return { ...alone, storage: fileStorage(folder) }
    case 'NEVER_FREED':
      return { ...alone, locks: fileLocks(folder, () => sleep(5)), seenUpdates: fileSeen(folder) }
    default:
      // Stores for 'NEVER_REPORTED', the only remaining value of `mistake`.
      return {
        ...alone,
        locks: fileLocks(folder, async (path, leaseSeconds) => {
          await sleep(leaseSeconds > 30 ? 5 : leaseSeconds * 1000)
          rmSync(path, { force: true })
        }),
      }
  }
}
