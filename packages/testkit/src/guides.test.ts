import { readFile, rm, writeFile } from 'node:fs/promises'

import { afterAll, describe, expect, it } from 'vitest'

import { makeFolder } from './__fixtures__/run-in-node.js'

const guide = await readFile(new URL('../../../docs/guides/write-a-network.md', import.meta.url), 'utf8')
const blocks = [...guide.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = '']) => code)
/** All code blocks except the last block, which is an application that uses the network. */
const network = blocks.filter((code) => !code.includes('discoverPlatforms'))

const folder = await makeFolder()
afterAll(() => rm(folder, { recursive: true }))

describe('the network that the guide builds', async () => {
  const file = `${folder}/pebble.ts`
  await writeFile(file, network.join('\n'))
  // Imports the code of the guide. The code declares its own tests, including the platform checks.
  await import(file)

  it('is built in one piece of code per file, and one for posts that are found by their content', () => {
    expect(network).toHaveLength(8)
  })
})
