import { readFile, rm, writeFile } from 'node:fs/promises'

import { afterAll, describe, expect, it } from 'vitest'

import { listOfChecks } from './__fixtures__/list-of-checks.js'
import { makeFolder, runInNode } from './__fixtures__/run-in-node.js'

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = '']) => code)
const forVitest = blocks.filter((code) => code.includes("from 'vitest'"))
const forNode = blocks.filter((code) => !forVitest.includes(code))

const folder = await makeFolder()
afterAll(() => rm(folder, { recursive: true }))

describe('what the README shows for vitest', async () => {
  for (const [index, code] of forVitest.entries()) {
    const file = `${folder}/block-${index}.ts`
    await writeFile(file, code)
    // Imports the code of the README. The code declares its tests here.
    await import(file)
  }
})

describe('the README', () => {
  it('lists every check', () => {
    expect(readme.slice(readme.indexOf('### The list'))).toBe(`### The list\n\n${listOfChecks()}`)
  })
})

describe('what the README shows for node', () => {
  it.each(forNode)('runs: block %$', async (code) => {
    const { stdout } = await runInNode(code)

    expect(stdout).toMatch(code.includes("from 'node:test'") ? /^. fail 0$/m : /^$/)
  })

  it('is all there is', () => {
    expect([forVitest.length, forNode.length]).toEqual([2, 5])
  })
})
