import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import { beforeEach, describe, expect, it, vi } from 'vitest'

import { networkNames } from './networks.js'
import { startEmulator } from './start-emulator.js'

const loaded = vi.hoisted(() => new Set<string>())
const recordLoad = vi.hoisted(() => (name: string) => async (load: () => Promise<object>) => {
  loaded.add(name)
  return load()
})
vi.mock('./mastodon/index.js', recordLoad('mastodon'))
vi.mock('./tiktok/index.js', recordLoad('tiktok'))
vi.mock('./google-business/index.js', recordLoad('google_business'))
vi.mock('./tiktok-business/index.js', recordLoad('tiktok_business'))
vi.mock('./facebook/index.js', recordLoad('facebook'))
vi.mock('./instagram/index.js', recordLoad('instagram'))
vi.mock('./threads/index.js', recordLoad('threads'))
vi.mock('./youtube/index.js', recordLoad('youtube'))
vi.mock('./bluesky/index.js', recordLoad('bluesky'))
vi.mock('./pinterest/index.js', recordLoad('pinterest'))
vi.mock('./x/index.js', recordLoad('x'))

beforeEach(() => {
  loaded.clear()
  vi.resetModules()
})

const SOURCE = fileURLToPath(new URL('.', import.meta.url))

/** Returns `file` and all files that it loads through value imports, directly or indirectly. */
function loadedBy(file: string, found = new Set<string>()): Set<string> {
  const path = join(SOURCE, file)
  if (found.has(file)) return found
  found.add(file)
  const text = readFileSync(path, 'utf8')
  for (const [, from = ''] of text.matchAll(/^(?:import|export) (?!type )(?:[^;']*?from )?'(\.[^']+)'/gms))
    loadedBy(relative(SOURCE, join(dirname(path), from.replace(/\.js$/, '.ts'))), found)
  return found
}

/** Folders with code that several networks of one company share. */
const COMPANIES = new Set(['google', 'meta'])

const foldersOf = (file: string): string[] =>
  [
    ...new Set([...loadedBy(file)].filter((one) => one.includes('/')).map((one) => one.split('/')[0] ?? '')),
  ].toSorted()

describe('loading of networks', () => {
  it('the emulator itself loads no network', () => {
    expect(foldersOf('index.ts')).toEqual(['framework'])
  })

  it.each(globSync('*/index.ts', { cwd: SOURCE }))('%s loads no other network', (entryPoint) => {
    const own = foldersOf(entryPoint).filter((folder) => !COMPANIES.has(folder))
    expect(own).toEqual([dirname(entryPoint), 'framework'].toSorted())
  })

  it('an emulator loads only the networks that are started', async () => {
    const emulator = await startEmulator({ networks: ['mastodon'] })
    expect([...loaded]).toEqual(['mastodon'])
    expect(emulator.control.mastodon.state().people).toHaveLength(5)
    await emulator.close()
  })

  it('an emulator loads all networks by default', async () => {
    const emulator = await startEmulator()
    const urls = new Set(networkNames().map((name) => emulator.url(name)))
    expect(urls.size).toBe(networkNames().length)
    await emulator.close()
  })

  it('the error for an unknown network names it', async () => {
    const networks = ['myspace' as 'mastodon'] // safe cast: tests the error for a name that JavaScript callers can pass
    await expect(startEmulator({ networks })).rejects.toThrow(
      '"myspace" is not an emulated network. Networks: mastodon,',
    )
  })
})
