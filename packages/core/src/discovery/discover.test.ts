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
  it('loads every dependency that declares a network, with its registered name', async () => {
    await application(['social-contrib-pics', '@acme/social-texts', 'left-pad'], {
      devDependencies: { 'social-contrib-clips': '1.0.0' },
    })
    await install('social-contrib-pics', network('pics'), PLATFORM('pics'))
    await install('@acme/social-texts', network('texts'), PLATFORM('texts'))
    await install('social-contrib-clips', network('clips'), PLATFORM('clips'))
    await install('left-pad', { keywords: ['padding'] }, 'throw new Error("imported")')

    const platforms = await discoverPlatforms({ from: folder })

    expect(Object.keys(platforms).toSorted()).toEqual(['clips', 'pics', 'texts'])
    const client = new SocialClient({ storage: new InMemoryStorage(), platforms })
    expect(client.platformFor('pics').name).toBe('pics')
  })

  it.each(['__proto__', 'Pics', '', 'two texts'])(
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

  it('skips a dependency with an invalid package.json', async () => {
    await application(['social-contrib-pics', 'broken'])
    await install('social-contrib-pics', network('pics'), PLATFORM('pics'))
    await install('broken', {}, '')
    await writeFile(join(folder, 'node_modules', 'broken', 'package.json'), '{ broken')
    expect(Object.keys(await discoverPlatforms({ from: folder }))).toEqual(['pics'])
  })

  it('reads files that start with a byte order mark', async () => {
    await application(['social-contrib-pics'])
    await install('social-contrib-pics', network('pics'), PLATFORM('pics'))
    for (const path of ['package.json', 'node_modules/social-contrib-pics/package.json'])
      await writeFile(join(folder, path), `\uFEFF${await readFile(join(folder, path), 'utf8')}`)
    expect(Object.keys(await discoverPlatforms({ from: folder }))).toEqual(['pics'])
  })

  it.each([
    ['only for import', { '.': { import: './index.js' } }],
    ['for import and require', { '.': { require: './common.cjs', import: './index.js' } }],
    ['for node and others', { node: { import: './index.js' }, default: './common.cjs' }],
    ['in a list', [{ import: './index.js' }, './common.cjs']],
  ])('loads the exports of a package %s like an import', async (_what, exported) => {
    await application(['social-contrib-pics'])
    await install('social-contrib-pics', { ...network('pics'), exports: exported }, PLATFORM('pics'))
    await writeFile(
      join(folder, 'node_modules/social-contrib-pics/common.cjs'),
      'throw new Error("CommonJS")',
    )
    const { pics } = await discoverPlatforms({ from: folder })
    expect(pics?.features.size).toBe(0)
  })

  it.each([undefined, null])('loads a package with only CommonJS, with exports %o', async (exports) => {
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

  it('accepts a folder whose name ends with package.json', async () => {
    const odd = join(folder, 'my-package.json')
    await mkdir(odd)
    await writeFile(join(odd, 'package.json'), '{}')
    expect(await discoverPlatforms({ from: odd })).toEqual({})
  })

  it('skips dependencies that are listed but not installed', async () => {
    await application(['social-contrib-pics'])
    expect(await discoverPlatforms({ from: folder })).toEqual({})
  })
})

describe('refusing', () => {
  it('refuses two packages with the same name and names both', async () => {
    await application(['@social/mastodon', 'social-contrib-masto'])
    await install('@social/mastodon', network('mastodon'), PLATFORM('mastodon'))
    await install('social-contrib-masto', network('mastodon'), PLATFORM('mastodon'))
    await expect(discoverPlatforms({ from: folder })).rejects.toThrow(
      /@social\/mastodon and social-contrib-masto/,
    )
  })

  it.each([
    ['fails to import', 'throw new Error("no such thing")', 'no such thing'],
    ['throws an unusual value', 'throw { toString() { throw 1 } }', 'cannot be converted to text'],
    ['exports no such factory', 'export const other = 1', 'does not export a function "made"'],
    ['returns no platform', 'export const made = () => null', 'did not return a platform'],
    ['lacks methods', "export const made = () => ({ name: 'pics' })", 'lacks apiBase'],
    ['has another name', PLATFORM('others'), 'has the name "others"'],
  ])('a package that %s throws on use, and the others still work', async (_what, code, message) => {
    await application(['social-contrib-pics', 'social-contrib-texts'])
    await install('social-contrib-pics', network('pics'), code)
    await install('social-contrib-texts', network('texts'), PLATFORM('texts'))

    const platforms = await discoverPlatforms({ from: folder })
    const client = new SocialClient({ storage: new InMemoryStorage(), platforms })

    expect(client.features('texts').size).toBe(0)
    expect(() => client.features('pics')).toThrow(ConfigError)
    expect(() => client.features('pics')).toThrow(message)
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
  ])('reports what to pass instead of %o', async (options) => {
    // Wrong type on purpose: JavaScript callers get the same message.
    const discovering = discoverPlatforms(options as { from: string })
    await expect(discovering).rejects.toBeInstanceOf(ConfigError)
    await expect(discovering).rejects.toThrow('from: import.meta.url')
  })

  it('refuses an unknown option', async () => {
    const options = { from: folder, form: folder }
    await expect(discoverPlatforms(options)).rejects.toThrow('Did you mean "from"?')
  })

  it('names the missing package.json and uses no other one', async () => {
    await application([])
    const from = join(folder, 'src', 'package.json')
    await expect(discoverPlatforms({ from })).rejects.toThrow(ConfigError)
    await expect(discoverPlatforms({ from })).rejects.toThrow(`${from} does not exist`)
  })

  it.each([
    ['[]', 'the whole file'],
    ['null', 'the whole file'],
    ['"text"', 'the whole file'],
    ['{"dependencies":["a"]}', 'dependencies'],
    ['{"devDependencies":{"a":1}}', 'devDependencies.a'],
  ])('reports the invalid part of a package.json of %s', async (text, part) => {
    await writeFile(join(folder, 'package.json'), text)
    await expect(discoverPlatforms({ from: folder })).rejects.toThrow(ConfigError)
    await expect(discoverPlatforms({ from: folder })).rejects.toThrow(`${part} must be`)
  })

  it('names the package.json that cannot be parsed', async () => {
    await writeFile(join(folder, 'package.json'), '{ broken')
    await expect(discoverPlatforms({ from: folder })).rejects.toThrow('cannot be read as JSON')
  })
})
