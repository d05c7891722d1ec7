import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

import { RUN_SOURCES } from '@social-internal/testing/run-sources'

/** Child process that runs a script from its sources. */
export interface Child {
  readonly process: ChildProcess
  /** Resolves after the process has ended, with its exit code and its whole output. */
  readonly output: Promise<{ readonly code: number | null; readonly text: string }>
  /** Resolves when the process has printed this line. */
  printed(line: string): Promise<void>
  /** Sends a line to the process and resolves with the next line that the process prints. */
  ask(line: string): Promise<string>
}

/** Starts a script in a child process. The script gets its settings as a JSON argument. */
export function startChild(script: URL, settings: unknown): Child {
  const child = spawn(
    process.execPath,
    [
      ...RUN_SOURCES,
      fileURLToPath(script),
      JSON.stringify(settings),
    ],
    { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, NODE_OPTIONS: '' } },
  )
  let text = ''
  const waiting = new Map<string, () => void>()
  const read = (chunk: Buffer): void => {
    text += chunk.toString('utf8')
    for (const [line, resolve] of waiting) if (text.split('\n').includes(line)) resolve()
  }
  const lines = createInterface({ input: child.stdout })
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  return {
    process: child,
    output: once(child, 'close').then(([code]) => ({
      code: child.signalCode === null ? Number(code) : null,
      text,
    })),
    ask: async (line) => {
      const answer = once(lines, 'line', { signal: AbortSignal.timeout(240_000) })
      child.stdin.write(`${line}\n`)
      return String((await answer)[0])
    },
    printed: (line) =>
      new Promise((resolve, reject) => {
        waiting.set(line, resolve)
        child.once('close', () => reject(new Error(`The process ended before it printed "${line}": ${text}`)))
        if (text.split('\n').includes(line)) resolve()
      }),
  }
}
