// Checks that applications contain no workaround for facts that the library provides: no example, journey or
// guide reads `raw`, the `message` of an error, or the internals of a schema. Models and user messages replace them.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { parseSync } from 'oxc-parser'

import { report, root } from './workspace.mjs'

const CODE = ['examples/*/src/**/*.{ts,tsx}', 'internal/journeys/src/**/*.ts']
const PAGES = ['README.md', 'docs/guides/*.md', 'examples/*/README.md']
const FENCE = /^```ts\b[^\n]*\n([\s\S]*?)^```/gm

/** Advice for each name that applications do not read. */
const ADVICE = {
  raw: 'use a field of the model, or a function of the network with account.run',
  message: 'use userMessage, userMessageOf(error) or issues',
  postOptions: 'use client.optionsOf(name)',
  getMetadata: 'use client.optionsOf(name)',
  describeOptions: 'use client.optionsOf(name)',
  wrapped: 'use client.optionsOf(name)',
  requirement: 'use client.optionsOf(name)',
  '~standard': 'use client.optionsOf(name)',
  '~run': 'use client.optionsOf(name)',
}

/** Files that may read one of the names, each with the reason. An entry without use is reported. */
const ALLOWED = {
  'docs/guides/write-a-network.md': { raw: 'a network creates raw data' },
  'docs/guides/observability.md': { message: 'a warning for logs' },
  'examples/hono/src/app.ts': { raw: 'the Request of Hono' },
  'examples/scale/src/servers.ts': { message: 'an error at the start, printed for the operator' },
  'internal/journeys/src/options/options-schema.test.ts': {
    describeOptions: 'compares the JSON Schema with the valibot schema',
    '~standard': 'compares the JSON Schema with the valibot schema',
    postOptions: 'compares the JSON Schema with the valibot schema',
  },
  'internal/journeys/src/mounts/mounts.ts': { raw: 'the Request of Hono' },
  'examples/studio/src/main.ts': { message: 'an error at the start, printed for the operator' },
  'examples/studio/src/page/request.ts': { raw: 'String.raw' },
  'examples/studio/src/server/routes/read-request.ts': {
    message: 'a schema of the application, with its own texts',
  },
  'examples/studio/src/server/server.ts': { raw: 'the response of Node' },
  'examples/studio/src/server/storage/data-folder.ts': { message: 'an error of the file system' },
  'examples/studio/src/server/trouble/playground.ts': { message: 'a refusal of the emulator' },
  'examples/studio/src/server/trouble/trace.ts': { message: 'a warning for developers' },
}

const nameOf = (node) => (node.type === 'Identifier' ? node.name : (node.value ?? null))

/** Returns the names that a node reads: of a property, of a destructured field, or of an import. */
function namesRead(node, parent) {
  if (node.type === 'MemberExpression') {
    // A call such as `mastodon.message(…)` is an action of the emulator.
    const isCalled = parent?.type === 'CallExpression' && parent.callee === node
    const isKnown = !node.computed || node.property.type === 'Literal'
    return isCalled || !isKnown ? [] : [nameOf(node.property)]
  }
  if (node.type === 'ObjectPattern')
    return node.properties.flatMap((one) => (one.type === 'Property' ? [nameOf(one.key)] : []))
  // An expected value of a test: `toMatchObject({ raw: … })`.
  if (node.type === 'ObjectExpression')
    return node.properties.flatMap((one) =>
      one.type === 'Property' && nameOf(one.key) === 'raw' ? ['raw'] : [],
    )
  if (node.type === 'ImportSpecifier') return [nameOf(node.imported)]
  return []
}

/** Calls `found` for every name in the code. */
function visit(node, parent, found) {
  if (node === null || typeof node !== 'object') return
  if (Array.isArray(node)) {
    for (const one of node) visit(one, parent, found)
    return
  }
  if (typeof node.type === 'string')
    for (const name of namesRead(node, parent)) if (Object.hasOwn(ADVICE, name)) found(name, node.start)
  for (const [key, value] of Object.entries(node))
    if (key !== 'parent') visit(value, typeof node.type === 'string' ? node : parent, found)
}

/** Returns the findings of code that starts at a line of a file. */
function findingsIn(file, code, firstLine) {
  const { program, errors } = parseSync(file.endsWith('.md') ? `${file}.ts` : file, code)
  // A block of a page can continue an earlier block, so that some errors are expected.
  if (errors.length > 0 && program.body.length === 0)
    throw new Error(`${file}:${firstLine} cannot be parsed.`)
  const findings = []
  visit(program.body, null, (name, start) => {
    const line = firstLine + code.slice(0, start).split('\n').length - 1
    findings.push({ file, line, name })
  })
  return findings
}

/** Returns the code of a page as blocks, each with its first line. */
function blocksOf(text) {
  return [...text.matchAll(FENCE)].map(({ 1: code, index }) => ({
    code,
    line: text.slice(0, index).split('\n').length + 1,
  }))
}

/** Returns the names that a file reads, each with its line. */
function checkApplication(file, text) {
  return file.endsWith('.md')
    ? blocksOf(text).flatMap(({ code, line }) => findingsIn(file, code, line))
    : findingsIn(file, text, 1)
}

const files = globSync([...CODE, ...PAGES], { cwd: root }).toSorted()
const used = new Set()
const findings = []
for (const file of files)
  for (const { line, name } of checkApplication(file, readFileSync(join(root, file), 'utf8'))) {
    if (ALLOWED[file]?.[name] === undefined) findings.push(`${file}:${line}  reads ${name}: ${ADVICE[name]}`)
    else used.add(`${file} ${name}`)
  }
for (const [file, names] of Object.entries(ALLOWED))
  for (const name of Object.keys(names))
    if (!used.has(`${file} ${name}`))
      findings.push(`${file}  no longer reads ${name}: remove it from ALLOWED`)
report(findings, `${files.length} files of applications use models and user messages only.`)
