// Checks that the files of every network export the same names, so that a reader who knows one
// network knows all.
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { importsOf, isTest, parse, place, resolveRelative, typescriptFiles } from './workspace.mjs'

/** Networks that still have a different shape. Do not add networks to this list. */
export const NOT_YET = []

/**
 * Factories by file, in the order in which platform.ts must spread them. The settings are the only
 * argument of each factory.
 */
const MAKERS = [
  ['addresses', 'addressing'],
  ['limits', 'limiting'],
  ['sign-in', 'signingIn'],
  ['app', 'creatingApps'],
  ['publish', 'publishing'],
  ['state', 'checkingState'],
  ['read', 'reading'],
  ['engage', 'engaging'],
  ['updates', 'polling'],
  ['webhook', 'pushing'],
  ['messages', 'messaging'],
  ['business', 'managingBusiness'],
]

/** Other exports of each file. `Network` is a placeholder for the name of the network. */
const EXPORTS = {
  platform: ['network', 'NetworkPlatform'],
  options: ['NetworkOptions', 'Settings', 'readSettings', 'postOptions', 'NetworkPostOptions', 'ReadOptions'],
  addresses: ['ADDRESSES'],
  limits: ['rateLimitKey'],
  errors: ['readError'],
}

/** Networks that do not have some of these exports, with the reason. */
const WITHOUT = {
  mastodon: { ADDRESSES: 'every server has its own URL' },
  'tiktok-business': {
    postOptions: 'has no posts',
    NetworkPostOptions: 'has no posts',
    ReadOptions: 'has no posts',
  },
}

/**
 * Files that options.ts imports to implement `readSettings`. They must not import options.ts, not
 * even its types.
 */
const BELOW_OPTIONS = new Set(['addresses', 'limits', 'errors', 'schemas', 'map'])

/** Files that only tests import, with their exports. */
const TEST_FILES = {
  'platform.test.ts': [],
  'platform.test-d.ts': [],
  '__fixtures__/an-account.ts': ['anAccount'],
  '__fixtures__/at-emulator.ts': ['usingEmulator'],
}

const MAX_PLATFORM_LINES = 120

const upper = (word) => word[0].toUpperCase() + word.slice(1)

/** Returns the name of a network's factory: `tiktokBusiness` for `tiktok-business`. */
export const factoryOf = (name) => {
  const [first, ...rest] = name.split('-')
  return first + rest.map(upper).join('')
}

/**
 * Returns the file of a role: `limits.ts`, or `limits/index.ts` if the role has a folder. Private messages always have a
 * folder, because `messages.ts` contains the texts for people.
 */
function fileOf(source, role) {
  const files = [join(source, `${role}.ts`), join(source, role, 'index.ts')]
  return files.find((file) => existsSync(file) && !file.endsWith('/messages.ts')) ?? null
}

/**
 * Returns the exported names of a file with their declarations. The declaration of a re-export is
 * null.
 */
function exportsOf(file) {
  const found = new Map()
  for (const { type, declaration, specifiers = [], source } of parse(file).statements) {
    if (type !== 'ExportNamedDeclaration') continue
    for (const one of specifiers) {
      const from = source ? resolveRelative(file, source.value) : null
      const behind = from && from.endsWith('.ts') ? exportsOf(from).get(one.local.name) : null
      found.set(one.exported.name, behind ?? null)
    }
    for (const one of declaration?.declarations ?? []) found.set(one.id.name, one.init)
    if (declaration?.id) found.set(declaration.id.name, declaration)
  }
  return found
}

function checkExports({ name, source, note }) {
  const factory = factoryOf(name)
  const own = (word) =>
    word === 'network' ? factory : word.startsWith('Network') ? upper(factory) + word.slice(7) : word
  const expected = new Map(Object.entries(EXPORTS))
  for (const [role, maker] of MAKERS) expected.set(role, [...(expected.get(role) ?? []), maker])
  for (const [role, names] of expected) {
    const file = fileOf(source, role)
    if (file === null) continue
    const there = exportsOf(file)
    for (const word of names)
      if (!there.has(own(word)) && WITHOUT[name]?.[word] === undefined)
        note(`${place(file)}  exports ${[...there.keys()].join(', ')}, but not ${own(word)}.`)
  }
}

/**
 * Checks that platform.ts spreads the existing factories in the required order and passes the
 * settings.
 */
function checkPlatform({ source, note }) {
  const file = fileOf(source, 'platform')
  if (file === null) return
  const { text } = parse(file)
  if (text.split('\n').length > MAX_PLATFORM_LINES)
    note(`${place(file)}  has more than ${MAX_PLATFORM_LINES} lines. Move abilities into their own files.`)
  const spread = [...text.matchAll(/^ *\.\.\.(.*?),?$/gm)].map(([, what]) => what)
  const expected = MAKERS.filter(([role]) => fileOf(source, role) !== null).map(
    ([, maker]) => `${maker}(settings)`,
  )
  if (spread.join() !== expected.join())
    note(
      `${place(file)}  must spread, in this order: ${expected.join(', ')}. It spreads: ${spread.join(', ')}.`,
    )
}

function checkOptions({ source, note }) {
  const file = fileOf(source, 'options')
  if (file !== null && !/\breadFactoryOptions\b/.test(parse(file).text))
    note(`${place(file)}  must read the factory's options with readFactoryOptions of core.`)
}

/** Adds a finding if one of the `BELOW_OPTIONS` files imports options.ts. */
function checkBaseFiles({ source, note }) {
  const options = fileOf(source, 'options')
  const baseFiles = typescriptFiles(source).filter(
    (file) => !isTest(file) && BELOW_OPTIONS.has(file.split('/')[0].split('.')[0]),
  )
  for (const file of baseFiles)
    for (const { specifier, start } of importsOf(join(source, file)))
      if (resolveRelative(join(source, file), specifier) === options)
        note(
          `${place(join(source, file), start)}  must not import options.ts. Declare the required part: { addresses }: { readonly addresses: Addresses }.`,
        )
}

/** Checks that limits.ts exports only numeric constants in upper case, functions and types. */
function checkLimits({ source, note }) {
  const file = fileOf(source, 'limits')
  if (file === null) return
  for (const [word, what] of exportsOf(file)) {
    const isValue =
      what !== null && /^(Literal|TSAsExpression|CallExpression|BinaryExpression)$/.test(what.type)
    if (isValue && !/^[A-Z][A-Z0-9_]*$/.test(word))
      note(`${place(file)}  ${word} is a constant of the network. Write it in capitals.`)
  }
}

function checkTests({ name, source, note, roles }) {
  for (const [file, names] of Object.entries(TEST_FILES)) {
    if (!existsSync(join(source, file))) {
      note(`${name}: src/${file} is missing. Every network has one.`)
      continue
    }
    const there = exportsOf(join(source, file))
    for (const word of names)
      if (!there.has(word)) note(`${name}: src/${file} must export ${word}, which tests import.`)
  }
  const files = typescriptFiles(source).filter(isTest)
  for (const file of files.filter((one) => dirname(one) === '.'))
    if (!roles.includes(basename(file).split('.')[0]))
      note(`${name}: src/${file} has no source file of its name: <role>.test.ts, <role>.over-http.test.ts.`)
  const known = new Set(readdirSync(source))
  if (!files.some((file) => file.endsWith('.over-http.test.ts')) && known.has('publish'))
    note(`${name}: has no test over HTTP.`)
}

/** Returns the findings about the files of one network. */
export function checkRoles({ name, source, roles }) {
  const findings = []
  const context = { name, source, roles, note: (finding) => findings.push(finding) }
  checkExports(context)
  checkPlatform(context)
  checkOptions(context)
  checkBaseFiles(context)
  checkLimits(context)
  checkTests(context)
  return findings
}
