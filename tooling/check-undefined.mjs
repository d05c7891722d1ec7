// Checks that optional values accept `undefined`, so that `{ website: process.env.SITE }` also
// compiles with `exactOptionalPropertyTypes`. The compiler visits the types of every entry point:
// the parameters of functions, and then their fields.
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'

import { API, ObjectFlags, SignatureKind, SymbolFlags, TypeFlags } from 'typescript/unstable/sync'

import { entryPointsOf, report, root, workspacePackages } from './workspace.mjs'

const entryPoints = workspacePackages()
  .filter(({ manifest }) => manifest.private !== true)
  .flatMap((one) => entryPointsOf(one))
  .filter((entryPoint) => existsSync(entryPoint))

/** Path of a project that contains only the entry points. The file exists only in memory. */
const config = join(root, 'tsconfig.entry-points.json')
const contents = JSON.stringify({ extends: './tsconfig.base.json', files: entryPoints })
const api = new API({
  cwd: root,
  fs: {
    readFile: (path) => (path === config ? contents : undefined),
    fileExists: (path) => (path === config ? true : undefined),
  },
})
const { program, checker } = api.updateSnapshot({ openProjects: [config] }).getProject(config)
const undefinedType = checker.getUndefinedType().id

/**
 * Matches messages of diagnostics channels. They are not checked, because callers do not pass
 * them.
 */
const REPORTED = /Event$/

/** Types that were already checked as a parameter (`given`) or as a result (`returned`). */
const given = new Set()
const returned = new Set()
const findings = new Map()

const isOurs = (symbol) =>
  symbol.declarations.some(({ path }) => path.startsWith(root) && !path.includes('/node_modules/'))

/** True if the type allows `undefined` as a value, not only a missing field. */
function takesUndefined(type) {
  if (type.id === undefinedType || (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0) return true
  return type.isUnionType() && type.getTypes().some(({ id }) => id === undefinedType)
}

function checkField(symbol, type, path) {
  if ((symbol.flags & SymbolFlags.Optional) === 0 || takesUndefined(type) || !isOurs(symbol)) return
  const declaration = symbol.declarations[0]
  const where = `${relative(root, declaration.path)}#${declaration.index}`
  if (!findings.has(where))
    findings.set(where, `${relative(root, declaration.path)}  ${path} refuses undefined`)
}

function walkSignature(signature, isGiven, path) {
  for (const [index, parameter] of signature.getParameters().entries()) {
    const type = checker.getParameterType(signature, index) ?? checker.getTypeOfSymbol(parameter)
    walk(type, !isGiven, `${path}(${parameter.name})`)
  }
  walk(checker.getReturnTypeOfSignature(signature), isGiven, `${path}()`)
}

function walkObject(type, isGiven, path) {
  for (const kind of [SignatureKind.Call, SignatureKind.Construct])
    for (const signature of checker.getSignaturesOfType(type, kind)) walkSignature(signature, isGiven, path)
  for (const { valueType } of checker.getIndexInfosOfType(type)) walk(valueType, isGiven, `${path}[]`)
  const symbols = checker.getPropertiesOfType(type)
  const types = symbols.length === 0 ? [] : checker.getTypeOfSymbol(symbols)
  for (const [at, symbol] of symbols.entries()) {
    const field = types[at]
    if (field === undefined || symbol.name.startsWith('__#')) continue
    if (isGiven) checkField(symbol, field, `${path}.${symbol.name}`)
    walk(field, isGiven, `${path}.${symbol.name}`)
  }
}

/** Visits a type. `isGiven` is true for values that a caller passes, and false for results. */
function walk(type, isGiven, path) {
  if (type === undefined) return
  const seen = isGiven ? given : returned
  if (seen.has(type.id)) return
  seen.add(type.id)
  if (type.isUnionType()) {
    for (const one of type.getTypes()) walk(one, isGiven, path)
    return
  }
  if (type.isTypeReference()) for (const one of checker.getTypeArguments(type)) walk(one, isGiven, path)
  if (type.isTypeParameter() || type.isIndexedAccessType() || type.isConditionalType()) {
    walk(checker.getBaseConstraintOfType(type), isGiven, path)
    return
  }
  const symbol = type.getSymbol()
  // A mapped type such as `Partial<…>` is declared by TypeScript, but its fields belong to this
  // workspace.
  const isMapped = (type.objectFlags & ObjectFlags.Mapped) !== 0
  if (symbol !== undefined && !isMapped && symbol.declarations.length > 0 && !isOurs(symbol)) return
  if ((type.flags & (TypeFlags.Object | TypeFlags.Intersection)) !== 0) walkObject(type, isGiven, path)
}

const exported = entryPoints.flatMap((entryPoint) => {
  const file = program.getSourceFile(entryPoint)
  const module = checker.getSymbolAtLocation(file)
  return checker
    .getExportsOfModule(module)
    .map((symbol) => ((symbol.flags & SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)))
})
for (const symbol of exported)
  if ((symbol.flags & SymbolFlags.Value) !== 0) walk(checker.getTypeOfSymbol(symbol), false, symbol.name)
for (const symbol of exported)
  if ((symbol.flags & (SymbolFlags.Interface | SymbolFlags.TypeAlias)) !== 0 && !REPORTED.test(symbol.name)) {
    const type = checker.getDeclaredTypeOfSymbol(symbol)
    if (!returned.has(type.id)) walk(type, true, symbol.name)
  }
api.close()
report(
  [...findings.values()].toSorted((one, other) => one.localeCompare(other)),
  `undefined is accepted for every optional value of ${entryPoints.length} entry points.`,
)
