// Checks that every option of a package is named in its README and used in one of its tests.
// Options belong to factories, posts, edits, messages and sign-ins.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

import { parse, report, root, workspacePackages } from './workspace.mjs'

/**
 * Files that declare options, by the folder of the package. The last pattern matches the names of
 * interfaces with options. Option schemas are also checked.
 */
const DECLARED = [
  [/^packages\/core$/, 'src/{client/types,routes/options}.ts', /^(?:SocialClientOptions|RoutesOptions)$/],
  [/^packages\/networks\//, 'src/**/{options,platform,app,google-keys}.ts', /Options$/],
  [/^packages\/(?:stores|queues|kits)\//, 'src/options.ts', /Options$/],
  [/^packages\/frameworks\//, 'src/{options,router}.ts', /^SocialRoutesOptions$/],
  [/^packages\/emulator$/, 'src/start-emulator.ts', /^EmulatorOptions$/],
  [
    /^packages\/testkit$/,
    'src/{fake-platform/settings,time/*,storage/*,transport/*}.ts',
    /^[A-Z]\w+Settings$/,
  ],
]
/** Matches the names of option schemas: `postOptions`, `editOptions`, `messageOptions`. */
const SCHEMA = /^\w+Options$/
/** Types that match the pattern but that callers do not pass. */
const INTERNAL = new Set(['FullSettings'])

const keyOf = ({ key }) => key?.name ?? key?.value

/** Calls `visit` for a node and for all its descendants. */
function walk(node, visit) {
  if (node === null || typeof node !== 'object') return
  if (Array.isArray(node)) return node.forEach((one) => walk(one, visit))
  visit(node)
  for (const name in node) walk(node[name], visit)
}

/**
 * Returns the keys of the outermost object in a schema. For a spread constant of the same file,
 * its keys are included.
 */
function keysOf(node, constants) {
  if (node?.type === 'ObjectExpression')
    return node.properties.flatMap((one) =>
      one.type === 'SpreadElement' ? keysOf(constants.get(one.argument.name), constants) : [keyOf(one)],
    )
  if (node?.type === 'Identifier') return keysOf(constants.get(node.name), constants)
  const isSchema =
    node?.type === 'CallExpression' && /^(?:strictObject|object|pipe)$/.test(node.callee.property?.name)
  return isSchema ? keysOf(node.arguments[0], constants) : []
}

const declarationOf = (statement) =>
  statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement

/** Returns the options that one file declares, as `{ name, owner }`. */
function optionsOf(file, pattern) {
  const { statements } = parse(file)
  const constants = new Map()
  const found = []
  for (const declaration of statements.map(declarationOf))
    if (declaration?.type === 'VariableDeclaration')
      for (const { id, init } of declaration.declarations) constants.set(id.name, init)
  for (const statement of statements) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null
    if (declaration?.type === 'TSInterfaceDeclaration') {
      const owner = declaration.id.name
      if (pattern.test(owner) && !INTERNAL.has(owner))
        found.push(...declaration.body.body.map((member) => ({ name: keyOf(member), owner })))
    }
    if (declaration?.type === 'VariableDeclaration')
      for (const { id, init } of declaration.declarations)
        if (SCHEMA.test(id.name))
          found.push(...keysOf(init, constants).map((name) => ({ name, owner: id.name })))
  }
  walk(statements, (node) => {
    if (node.type !== 'Property' || keyOf(node) !== 'loginHints') return
    const { value } = node
    const list = value.type === 'Identifier' ? constants.get(value.name) : value
    for (const element of list?.elements ?? []) found.push({ name: element.value, owner: 'loginHints' })
  })
  return found.filter(({ name }) => name !== undefined)
}

/**
 * Returns the object keys in the tests of a package. A mere list of names does not count as a
 * test.
 */
function usedInTests(folder) {
  const used = new Set()
  for (const file of globSync('src/**/*.test.{ts,tsx}', { cwd: folder }))
    walk(parse(join(folder, file)).statements, (node) => {
      if (node.type === 'ObjectExpression') for (const one of node.properties) used.add(keyOf(one))
    })
  return used
}

const findings = []
let count = 0
for (const { folder } of workspacePackages()) {
  const where = relative(root, folder)
  const [, files, pattern] = DECLARED.find(([path]) => path.test(where)) ?? []
  if (files === undefined) continue
  const options = globSync(files, { cwd: folder })
    .filter((file) => !file.includes('.test.'))
    .toSorted()
    .flatMap((file) => optionsOf(join(folder, file), pattern))
  if (options.length === 0) continue
  const readme = join(folder, 'README.md')
  const text = existsSync(readme) ? readFileSync(readme, 'utf8') : ''
  const named = new Set([...text.matchAll(/`(?:\w+\.)*(\w+)`/g)].map(([, name]) => name))
  const used = usedInTests(folder)
  for (const { name, owner } of options) {
    count += 1
    if (!named.has(name)) findings.push(`${where}: README.md does not name \`${name}\` of ${owner}.`)
    if (!used.has(name)) findings.push(`${where}: no test of ${basename(where)} passes ${name} of ${owner}.`)
  }
}
report(findings, `${count} options are documented and tested.`)
