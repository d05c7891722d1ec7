// Checks that all networks have the same files, that folders of core import only lower layers, and
// that no imports are circular.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

import { checkCircles } from './check-circles.mjs'
import { checkClocks } from './check-clocks.mjs'
import { checkPackageImports } from './check-package-imports.mjs'
import { checkReaders } from './check-readers.mjs'
import { checkRoles, factoryOf, NOT_YET } from './check-roles.mjs'
import { importsOf, isTest, parse, place, report, resolveRelative, root } from './workspace.mjs'
import { typescriptFiles, workspacePackages } from './workspace.mjs'

const MANDATORY = ['index', 'platform', 'options', 'addresses', 'schemas', 'map', 'errors', 'limits']
MANDATORY.push('sign-in', 'publish')
const OPTIONAL = ['upload', 'app', 'state', 'read', 'engage', 'updates', 'webhook', 'messages', 'business']
OPTIONAL.push('option-infos')
const HEADINGS = ['What it does', 'Set up the app', 'Sign in', 'Post', 'Read', 'Updates', 'Limits']
HEADINGS.push('Not possible', 'Sources')
/** Mandatory files that a network does not have. */
const LACKS = { 'tiktok-business': ['publish'] } // this network has no posts
/** Packages that the networks of one company share. Only the listed networks may import them. */
const KITS = {
  '@social/google-kit': ['google-business', 'youtube'],
  '@social/meta-kit': ['facebook', 'instagram', 'threads'],
}

/**
 * Folders of core in layers from the bottom up. A folder may import from its own layer and from
 * earlier layers in this list.
 */
const LAYERS = [
  ['errors'],
  ['models'],
  ['http', 'media', 'text', 'oauth2', 'checks', 'webhook', 'diagnostics'],
  ['contract'],
  ['tokens', 'events', 'inbox', 'storage', 'publishing', 'spending'],
  ['client', 'routes', 'discovery'],
]

/** Maximum number of files in one folder, including tests. Do not increase this number. */
const MAX_FILES_PER_FOLDER = 27

const findings = []

/**
 * Returns the first part of a path without extension: `src/sign-in/start.ts` and
 * `src/sign-in.test.ts` both give `sign-in`.
 */
const topName = (file) => basename(file.split('/')[0]).split('.')[0]

function checkFiles(name, source) {
  const files = typescriptFiles(source)
  const there = new Set(files.filter((file) => !isTest(file)).map((file) => topName(file)))
  for (const one of MANDATORY)
    if (!there.has(one) && !LACKS[name]?.includes(one))
      findings.push(`${name}: src/${one}.ts is missing. It is mandatory.`)
  for (const one of there)
    if (!MANDATORY.includes(one) && !OPTIONAL.includes(one))
      findings.push(
        `${name}: src/${one} is not a file name of networks. Optional names: ${OPTIONAL.join(', ')}.`,
      )
  for (const entry of readdirSync(source, { withFileTypes: true }))
    if (
      entry.isDirectory() &&
      entry.name !== '__fixtures__' &&
      !existsSync(join(source, entry.name, 'index.ts'))
    )
      findings.push(
        `${name}: src/${entry.name}/ requires an index.ts, so that imports of the former file stay valid.`,
      )
  return files
}

function checkIndex(name, file) {
  if (!existsSync(file)) return
  for (const { type, declaration } of parse(file).statements)
    if ((type !== 'ExportNamedDeclaration' && type !== 'ExportAllDeclaration') || declaration)
      findings.push(`${name}: index.ts must contain only exports.`)
}

/**
 * Checks that a network imports only `@social/core/platform` and the kit of its company. Tests may also import
 * the test kit, the emulator and the client.
 */
function checkImports(name, file) {
  if (isTest(file)) return
  for (const { specifier, start } of importsOf(file)) {
    const isKit = KITS[specifier]?.includes(name) === true
    if (specifier.startsWith('@social/') && specifier !== '@social/core/platform' && !isKit)
      findings.push(`${place(file, start)}  a network must import @social/core/platform, not ${specifier}.`)
  }
}

/**
 * Checks that names of errors and results contain the name of this network. Code copied from
 * another network could contain the wrong name.
 */
function checkNames(name, file) {
  if (isTest(file)) return
  const own = name.replaceAll('-', '_')
  const text = readFileSync(file, 'utf8')
  for (const { 1: written, index } of text.matchAll(/\bplatform: '([^']*)'/g))
    if (written !== own)
      findings.push(`${place(file, index)}  the platform must be '${own}' here, not '${written}'.`)
}

function checkReadme(name, folder) {
  const file = join(folder, 'README.md')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const there = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading.trim())
  const known = there.filter((heading) => HEADINGS.includes(heading))
  if (known.join() !== HEADINGS.join())
    findings.push(`${name}: README.md requires these headings, in this order: ${HEADINGS.join(' · ')}.`)
}

function checkManifest(name, manifest) {
  if (manifest.name !== `@social/${name}`)
    findings.push(`${name}: the package name must be the folder name with the scope, not ${manifest.name}.`)
  if (!manifest.keywords?.includes('social-platform'))
    findings.push(`${name}: package.json requires the keyword "social-platform" for the discovery.`)
  const factory = factoryOf(name)
  const { platform, export: exported } = manifest.social ?? {}
  if (platform !== name.replaceAll('-', '_') || exported !== factory)
    findings.push(
      `${name}: package.json requires "social": { "platform": "${name.replaceAll('-', '_')}", "export": "${factory}" }.`,
    )
}

/**
 * Adds a finding if a folder imports values from a later layer. Every folder may import types of
 * the contract.
 */
function checkLayers(source) {
  const rank = new Map(LAYERS.flatMap((row, index) => row.map((folder) => [folder, index])))
  for (const file of typescriptFiles(source)) {
    if (isTest(file) || !file.includes('/')) continue
    const from = file.split('/')[0]
    if (!rank.has(from)) findings.push(`core: src/${from} has no layer. Add it to tooling/check-shape.mjs.`)
    for (const { specifier, isType, start } of importsOf(join(source, file))) {
      const target = resolveRelative(join(source, file), specifier)
      const to = target === null ? from : relative(source, target).split('/')[0]
      if (!isType && rank.get(to) > rank.get(from))
        findings.push(`${place(join(source, file), start)}  ${from} is below ${to} and must not import it.`)
    }
  }
}

/** Adds a finding if a folder has too many files and must be split by topic. */
function checkFolderSizes(source) {
  const rooms = Map.groupBy(typescriptFiles(source), (file) => dirname(file))
  for (const [room, files] of rooms)
    if (files.length > MAX_FILES_PER_FOLDER)
      findings.push(
        `${relative(root, join(source, room))} has ${files.length} files, the maximum is ${MAX_FILES_PER_FOLDER}. Split it by topic.`,
      )
}

const networks = workspacePackages().filter(({ folder }) =>
  folder.startsWith(join(root, 'packages/networks/')),
)
for (const { folder, manifest } of networks) {
  const name = basename(folder)
  const source = join(folder, 'src')
  checkManifest(name, manifest)
  checkReadme(name, folder)
  checkIndex(name, join(source, 'index.ts'))
  for (const file of checkFiles(name, source)) {
    checkImports(name, join(source, file))
    checkNames(name, join(source, file))
  }
  if (!NOT_YET.includes(name))
    findings.push(...checkRoles({ name, source, roles: [...MANDATORY, ...OPTIONAL] }))
}
for (const { folder } of workspacePackages()) checkFolderSizes(join(folder, 'src'))
checkLayers(join(root, 'packages/core/src'))
findings.push(...checkReaders(), ...checkCircles(), ...checkPackageImports(), ...checkClocks())
report(
  findings,
  `${networks.length} networks have the same shape; core imports downwards only; no files import each other in a circle; no relative import leaves its package; the time comes from a clock.`,
)
