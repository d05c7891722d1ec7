import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { SocialClient } from '../client/index.js'
import { ConfigError } from '../errors/index.js'
import { InMemoryStorage } from '../storage/index.js'
import { discoverPlatforms } from './discover.js'

const METHODS = ['apiBase', 'authHeaders', 'origins', 'limits', 'startLogin', 'finishLogin', 'refresh']
const PLATFORM = (name: string) =>
  `export const made = () => ({ name: '${name}', features: new Set(), ${METHODS.map((method) => `${method}: () => null`).join(', ')} })`

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'discovery-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function application(dependencies: readonly string[], more: object = {}): Promise<void> {
  const names = Object.fromEntries(dependencies.map((name) => [name, '1.0.0']))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'app', dependencies: names, ...more }))
}

async function install(name: string, manifest: object, code: string): Promise<void> {
  const place = join(folder, 'node_modules', name)
  await mkdir(place, { recursive: true })
  const whole = { name, type: 'module', exports: './index.js', ...manifest }
  await writeFile(join(place, 'package.json'), JSON.stringify(whole))
  await writeFile(join(place, 'index.js'), code)
}

const network = (platform: string) => ({
  keywords: ['social-platform'],
  social: { platform, export: 'made' },
})

describe('finding networks', () => {
  // Holds R-0522.
  it('brings every dependency that says it speaks to one, under its registered name', async () => {
    await application(['social-contrib-pics', '@acme/social-words', 'left-pad'], {
      devDependencies: { 'social-contrib-clips': '1.0.0' },
    })
    await install('social-contrib-pics', network('pics'), PLATFORM('pics'))
    await install('@acme/social-words', network('words'), PLATFORM('words'))
    await install('social-contrib-clips', network('clips'), PLATFORM('clips'))
    await install('left-pad', { keywords: ['padding'] }, 'throw new Error("imported")')

    const platforms = await discoverPlatforms({ from: folder })

    expect(Object.keys(platforms).toSorted()).toEqual(['clips', 'pics', 'words'])
    const client = new SocialClient({ storage: new InMemoryStorage(), platforms })
    expect(client.platformFor('pics').name).toBe('pics')
  })

  it.each(['__proto__', 'Pics', '', 'two words'])(
    'refuses the name %j, before anything is imported',
    async (name) => {
      await application(['social-contrib-pics'])
      await install('social-contrib-pics', network(name), 'throw new Error("imported")')

      const found = discoverPlatforms({ from: folder })

      await expect(found).rejects.toThrow('The package social-contrib-pics offers the platform')
      await expect(found).rejects.toThrow(ConfigError)
    },
  )

  it('imports nothing that the application did not list', async () => {
    await application([])
    await install('social-contrib-pics', network('pics'), 'throw new Error("imported")')
    expect(await discoverPlatforms({ from: folder })).toEqual({})
  })

  it('finds the package.json from a file inside the application', async () => {
    await application(['social-contrib-pics'])
    await install('social-contrib-pics', network('pics'), PLATFORM('pics'))
    const from = pathToFileURL(join(folder, 'src', 'deep', 'main.js'))
    expect(Object.keys(await discoverPlatforms({ from }))).toEqual(['pics'])
    expect(Object.keys(await discoverPlatforms({ from: from.href }))).toEqual(['pics'])
    expect(Object.keys(await discoverPlatforms({ from: join(folder, 'package.json') }))).toEqual(['pics'])
  })

  it('leaves out a dependency whose own package.json is broken', async () => {
    await application(['social-contrib-pics', 'broken'])
    await install('social-contrib-pics', network('pics'), PLATFORM('pics'))
    await install('broken', {}, '')
    await writeFile(join(folder, 'node_modules', 'broken', 'package.json'), '{ broken')
    expect(Object.keys(await discoverPlatforms({ from: folder }))).toEqual(['pics'])
  })

  it('reads files that begin with a byte order mark', async () => {
    await application(['social-contrib-pics'])
    await install('social-contrib-pics', network('pics'), PLATFORM('pics'))
    for (const path of ['package.json', 'node_modules/social-contrib-pics/package.json'])
      await writeFile(join(folder, path), `\uFEFF${await readFile(join(folder, path), 'utf8')}`)
    expect(Object.keys(await discoverPlatforms({ from: folder }))).toEqual(['pics'])
  })

  it.each([
    ['for import alone', { '.': { import: './index.js' } }],
    ['for import and require', { '.': { require: './common.cjs', import: './index.js' } }],
    ['for node and others', { node: { import: './index.js' }, default: './common.cjs' }],
    ['under a list', [{ import: './index.js' }, './common.cjs']],
  ])('loads what a package offers %s as an import would', async (_what, exported) => {
    await application(['social-contrib-pics'])
    await install('social-contrib-pics', { ...network('pics'), exports: exported }, PLATFORM('pics'))
    await writeFile(
      join(folder, 'node_modules/social-contrib-pics/common.cjs'),
      'throw new Error("CommonJS")',
    )
    const { pics } = await discoverPlatforms({ from: folder })
    expect(pics?.features.size).toBe(0)
  })

  it.each([undefined, null])('loads a package that only has CommonJS, its exports %o', async (exports) => {
    await application(['social-contrib-pics'])
    const code = PLATFORM('pics').replace('export const made', 'exports.made')
    await install(
      'social-contrib-pics',
      { ...network('pics'), type: 'commonjs', exports, main: 'index.js' },
      code,
    )
    const { pics } = await discoverPlatforms({ from: folder })
    expect(pics?.features.size).toBe(0)
  })

  it('takes a folder whose name only ends like a package.json', async () => {
    const odd = join(folder, 'my-package.json')
    await mkdir(odd)
    await writeFile(join(odd, 'package.json'), '{}')
    expect(await discoverPlatforms({ from: odd })).toEqual({})
  })

  it('leaves out what is listed and not installed', async () => {
    await application(['social-contrib-pics'])
    expect(await discoverPlatforms({ from: folder })).toEqual({})
  })
})

describe('refusing', () => {
  it('refuses two packages with one name, naming both: none can shadow the other', async () => {
    await application(['@social/mastodon', 'social-contrib-masto'])
    await install('@social/mastodon', network('mastodon'), PLATFORM('mastodon'))
    await install('social-contrib-masto', network('mastodon'), PLATFORM('mastodon'))
    await expect(discoverPlatforms({ from: folder })).rejects.toThrow(
      /@social\/mastodon and social-contrib-masto/,
    )
  })

  it.each([
    ['fails to import', 'throw new Error("no such thing")', 'no such thing'],
    ['throws something odd', 'throw { toString() { throw 1 } }', 'cannot be written down'],
    ['exports no such factory', 'export const other = 1', 'exports no function "made"'],
    ['makes no platform', 'export const made = () => null', 'gave no platform'],
    ['lacks methods', "export const made = () => ({ name: 'pics' })", 'lacks apiBase'],
    ['goes by another name', PLATFORM('others'), 'called "others"'],
  ])('a package that %s throws on use, and the others still work', async (_what, code, words) => {
    await application(['social-contrib-pics', 'social-contrib-words'])
    await install('social-contrib-pics', network('pics'), code)
    await install('social-contrib-words', network('words'), PLATFORM('words'))

    const platforms = await discoverPlatforms({ from: folder })
    const client = new SocialClient({ storage: new InMemoryStorage(), platforms })

    expect(client.features('words').size).toBe(0)
    expect(() => client.features('pics')).toThrow(ConfigError)
    expect(() => client.features('pics')).toThrow(words)
    await expect(client.account('pics:1').post({ text: 'x' })).rejects.toThrow('social-contrib-pics')
  })

  it.each([
    undefined,
    null,
    {},
    { from: undefined },
    { from: '' },
    { from: 7 },
    { from: 'https://app.example/main.js' },
    { from: new URL('https://app.example/main.js') },
    { from: 'HTTPS://app.example/main.js' },
    { from: 'node:fs' },
    { from: 'file://elsewhere/main.js' },
  ])('says what to pass instead of %o', async (options) => {
    // Wrong on purpose: callers without types get the same words.
    const discovering = discoverPlatforms(options as { from: string })
    await expect(discovering).rejects.toBeInstanceOf(ConfigError)
    await expect(discovering).rejects.toThrow('from: import.meta.url')
  })

  it('refuses an option that there is not', async () => {
    const options = { from: folder, form: folder }
    await expect(discoverPlatforms(options)).rejects.toThrow('Did you mean "from"?')
  })

  it('names the package.json that is not there, and takes no other for it', async () => {
    await application([])
    const from = join(folder, 'src', 'package.json')
    await expect(discoverPlatforms({ from })).rejects.toThrow(ConfigError)
    await expect(discoverPlatforms({ from })).rejects.toThrow(`${from} is not there`)
  })

  it.each([
    ['[]', 'the whole file'],
    ['null', 'the whole file'],
    ['"text"', 'the whole file'],
    ['{"dependencies":["a"]}', 'dependencies'],
    ['{"devDependencies":{"a":1}}', 'devDependencies.a'],
  ])('says what is wrong with a package.json of %s', async (text, words) => {
    await writeFile(join(folder, 'package.json'), text)
    await expect(discoverPlatforms({ from: folder })).rejects.toThrow(ConfigError)
    await expect(discoverPlatforms({ from: folder })).rejects.toThrow(`${words} has to be`)
  })

  it('says which package.json cannot be read', async () => {
    await writeFile(join(folder, 'package.json'), '{ broken')
    await expect(discoverPlatforms({ from: folder })).rejects.toThrow('cannot be read as JSON')
  })
})
