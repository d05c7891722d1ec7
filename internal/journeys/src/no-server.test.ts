import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

const PACKAGES = fileURLToPath(new URL('../../../packages', import.meta.url))
const SERVER = /\bcreate(?:Secure)?Server\(|\bnew (?:\w+\.)?(?:WebSocket)?Server\(|\bserve\(\{/

/** Returns the code of a file without its comments. */
const codeOf = (file: string): string =>
  readFileSync(`${PACKAGES}/${file}`, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

// Holds R-0005.
it('only the emulator starts a server', () => {
  const files = globSync('**/src/**/*.ts', { cwd: PACKAGES }).filter(
    (file) => !/node_modules|__fixtures__|\.test(?:-d)?\.ts$/.test(file),
  )
  const serving = files.filter((file) => SERVER.test(codeOf(file)))

  expect(files.length).toBeGreaterThan(500)
  expect(serving.filter((file) => !file.startsWith('emulator'))).toEqual([])
  expect(serving).not.toEqual([])
})
