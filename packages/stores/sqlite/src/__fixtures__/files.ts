import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { Json } from '@social/core/store'
import type { ProcessHook } from '@social/testkit/store'

import { RUN_SOURCES } from '@social-internal/testing/run-sources'

/** Sealing key of the tests. */
export const KEY = 'a'.repeat(64)
export const OTHER_KEY = 'b'.repeat(64)

/** Location of the file that a competing test process opens. */
export interface Location {
  readonly path: string
  readonly key: string | null
  /** Seconds by which the competing process's clock is ahead. Default: 0. */
  readonly aheadSeconds?: number
}

/** Reads the location that `competitors` passed to this process. */
export function readLocation(location: Json): Location {
  return location as unknown as Location // safe cast: only `competitors` writes locations
}

/** Returns a hook of the store checks that opens the same file in other processes. */
export function competitors(location: Location): ProcessHook {
  return {
    module: new URL('competitor.ts', import.meta.url),
    location: { ...location },
    execArgv: RUN_SOURCES,
  }
}

/** Runs a program of this folder in a separate process. */
export function startProgram(program: string, ...args: readonly string[]): ChildProcess {
  return fork(new URL(`${program}.ts`, import.meta.url), [...args], {
    execArgv: [...RUN_SOURCES],
    // With the compile cache the processes start three times as fast, because all load the same
    // modules.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'), ...process.env },
  })
}

/** Returns the next message that a child process sends. */
export async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [message]: unknown[] = await once(child, 'message')
  return message
}

/** Runs SQL directly on the file, bypassing the stores. Returns the first row. */
export function behind(path: string, sql: string): unknown {
  const database = new DatabaseSync(path)
  try {
    return database.prepare(sql).get() ?? null
  } finally {
    database.close()
  }
}

/** A temporary folder for the files of one test. */
export class TemporaryFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'social-sqlite-'))
  #files = 0

  /** Returns the path of a new file. */
  file(): string {
    this.#files += 1
    return join(this.path, `social-${this.#files}.db`)
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}
