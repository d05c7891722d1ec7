import { openSync, closeSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { watchLeftBehind } from '@social-internal/testing/left-behind'
import { expect, it } from 'vitest'

const ignore = (): void => {}

/** Resources that work leaves open, and their cleanup. */
const LEAVING: Readonly<Record<string, readonly [work: () => () => unknown, left: RegExp]>> = {
  'a timer': [
    () => {
      const timer = setTimeout(() => {}, 60_000).unref()
      return () => clearTimeout(timer)
    },
    /^a timer started .*left-behind\.test\.ts/,
  ],
  'a timer that repeats': [
    () => {
      const timer = setInterval(() => {}, 60_000)
      return () => clearInterval(timer)
    },
    /^a timer started .*left-behind\.test\.ts/,
  ],
  'a listener of the process': [
    () => {
      process.on('SIGTERM', ignore)
      return () => process.off('SIGTERM', ignore)
    },
    /^a listener of SIGTERM$/,
  ],
  'an open file': [
    () => {
      const file = openSync(fileURLToPath(import.meta.url), 'r')
      return () => closeSync(file)
    },
    /left-behind\.test\.ts$/,
  ],
  'a global of its own': [
    () => {
      const { fetch } = globalThis
      globalThis.fetch = () => fetch('https://example.com')
      return () => {
        globalThis.fetch = fetch
      }
    },
    /^a global that was replaced$/,
  ],
}

it.runIf(process.platform === 'linux').each(Object.entries(LEAVING))(
  'a test file that leaves %s is told so, and one that takes it back is not',
  (_what, [work, left]) => {
    const leftBehind = watchLeftBehind()

    const takeBack = work()
    expect(leftBehind()).toContainEqual(expect.stringMatching(left))

    takeBack()
    expect(leftBehind()).toEqual([])
  },
)

it.runIf(process.platform === 'linux')(
  'a server that listens is told, and one that was closed is not',
  async () => {
    const leftBehind = watchLeftBehind()
    const server = createServer()
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })

    expect(leftBehind()).toContainEqual(expect.stringMatching(/^socket:/))

    await promisify(server.close.bind(server))()
    expect(leftBehind()).toEqual([])
  },
)

it.each([
  ['a file that the garbage collector closed', 'Closing file descriptor 22 on garbage collection', 'Warning'],
  ['listeners without end', 'Possible EventTarget memory leak detected.', 'MaxListenersExceededWarning'],
])('%s is told, though nothing of it can be seen any more', async (_what, message, name) => {
  const leftBehind = watchLeftBehind()
  process.emitWarning(message, name)
  await new Promise((resolve) => {
    setImmediate(resolve)
  })

  expect(leftBehind()).toEqual([`${name}: ${message}`])
  expect(watchLeftBehind()()).toEqual([])
})
