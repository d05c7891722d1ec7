import { openSync, closeSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { watchLeftBehind } from '@social-internal/testing/left-behind'
import { expect, it } from 'vitest'

const ignore = (): void => {}

/** Functions that leave a resource open and return its cleanup, each with the expected report. */
const LEAVING: Readonly<Record<string, readonly [work: () => () => unknown, left: RegExp]>> = {
  'a timer': [
    () => {
      const timer = setTimeout(() => {}, 60_000).unref()
      return () => clearTimeout(timer)
    },
    /^a timer started .*left-behind\.test\.ts/,
  ],
  'a repeating timer': [
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
  'a replaced global': [
    () => {
      const { fetch } = globalThis
      globalThis.fetch = () => fetch('https://example.com')
      return () => {
        globalThis.fetch = fetch
      }
    },
    /^a replaced global$/,
  ],
}

it.runIf(process.platform === 'linux').each(Object.entries(LEAVING))(
  'reports %s until the test file removes it',
  (_what, [work, left]) => {
    const leftBehind = watchLeftBehind()

    const undo = work()
    expect(leftBehind()).toContainEqual(expect.stringMatching(left))

    undo()
    expect(leftBehind()).toEqual([])
  },
)

it.runIf(process.platform === 'linux')('reports a listening server until it is closed', async () => {
  const leftBehind = watchLeftBehind()
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })

  expect(leftBehind()).toContainEqual(expect.stringMatching(/^socket:/))

  await promisify(server.close.bind(server))()
  expect(leftBehind()).toEqual([])
})

it.each([
  ['a file that the garbage collector closed', 'Closing file descriptor 22 on garbage collection', 'Warning'],
  ['too many listeners', 'Possible EventTarget memory leak detected.', 'MaxListenersExceededWarning'],
])('reports %s, although no resource is left', async (_what, message, name) => {
  const leftBehind = watchLeftBehind()
  process.emitWarning(message, name)
  await new Promise((resolve) => {
    setImmediate(resolve)
  })

  expect(leftBehind()).toEqual([`${name}: ${message}`])
  expect(watchLeftBehind()()).toEqual([])
})
