import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import { beforeEach, describe, expect, it, vi } from 'vitest'

import { networkNames } from './networks.js'
import { startEmulator } from './start-emulator.js'

const loaded = vi.hoisted(() => new Set<string>())
const noting = vi.hoisted(() => (name: string) => async (load: () => Promise<object>) => {
  loaded.add(name)
  return load()
})
vi.mock('./mastodon/index.js', noting('mastodon'))
vi.mock('./tiktok/index.js', noting('tiktok'))
vi.mock('./google-business/index.js', noting('google_business'))
vi.mock('./tiktok-business/index.js', noting('tiktok_business'))
vi.mock('./facebook/index.js', noting('facebook'))
vi.mock('./instagram/index.js', noting('instagram'))
vi.mock('./threads/index.js', noting('threads'))
vi.mock('./youtube/index.js', noting('youtube'))
vi.mock('./bluesky/index.js', noting('bluesky'))
vi.mock('./pinterest/index.js', noting('pinterest'))
vi.mock('./x/index.js', noting('x'))

beforeEach(() => {
  loaded.clear()
  vi.resetModules()
})

const SOURCE = fileURLToPath(new URL('.', import.meta.url))

/** Files that loading `file` loads: its value imports, recursively. */
function loadedBy(file: string, found = new Set<string>()): Set<string> {
  const path = join(SOURCE, file)
  if (found.has(file)) return found
  found.add(file)
  const text = readFileSync(path, 'utf8')
  for (const [, from = ''] of text.matchAll(/^(?:import|export) (?!type )(?:[^;']*?from )?'(\.[^']+)'/gms))
    loadedBy(relative(SOURCE, join(dirname(path), from.replace(/\.js$/, '.ts'))), found)
  return found
}

/** Shared code of networks of one company. */
const COMPANIES = new Set(['google', 'meta'])

const foldersOf = (file: string): string[] =>
  [
    ...new Set([...loadedBy(file)].filter((one) => one.includes('/')).map((one) => one.split('/')[0] ?? '')),
  ].toSorted()

describe('networks are loaded one by one', () => {
  it('and none with the emulator itself', () => {
    expect(foldersOf('index.ts')).toEqual(['framework'])
  })

  it.each(globSync('*/index.ts', { cwd: SOURCE }))('%s loads no other network', (entryPoint) => {
    const own = foldersOf(entryPoint).filter((folder) => !COMPANIES.has(folder))
    expect(own).toEqual([dirname(entryPoint), 'framework'].toSorted())
  })

  it('and only those that are started', async () => {
    const emulator = await startEmulator({ networks: ['mastodon'] })
    expect([...loaded]).toEqual(['mastodon'])
    expect(emulator.control.mastodon.state().people).toHaveLength(5)
    await emulator.close()
  })

  it('and all of them if none is named', async () => {
    const emulator = await startEmulator()
    const urls = new Set(networkNames().map((name) => emulator.url(name)))
    expect(urls.size).toBe(networkNames().length)
    await emulator.close()
  })

  it('and an unknown one is named in the error', async () => {
    const networks = ['myspace' as 'mastodon'] // possible in a JavaScript program
    await expect(startEmulator({ networks })).rejects.toThrow(
      'The emulator has no "myspace". It has: mastodon,',
    )
  })
})
