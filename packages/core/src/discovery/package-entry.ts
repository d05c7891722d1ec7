import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Conditions that `import` uses by default. The conditions from Node's command line are added to them.
 * https://nodejs.org/api/packages.html#conditional-exports (read 2026-11-22)
 */
const CONDITIONS = ['import', 'module-sync', 'node', 'default']

/**
 * Returns the URL of the ES module entry of an installed package. `require.resolve` would find the CommonJS file of
 * a package with both formats, and no file in a package with only ES modules.
 *
 * @param name - Name of the package. `folder` is its folder. `exports` is the field of its package.json, undefined
 * if missing.
 * @throws TypeError when the package exports nothing for `import`.
 */
export function packageEntry({
  name,
  folder,
  exports,
}: {
  readonly name: string
  readonly folder: string
  readonly exports: unknown
}): string {
  // In a package without `exports` the only entry point is `main`.
  if (exports === undefined || exports === null)
    return pathToFileURL(createRequire(join(folder, 'package.json')).resolve(folder)).href
  const target = targetOf(mainEntryPoint(exports), new Set([...CONDITIONS, ...commandLineConditions()]))
  if (typeof target !== 'string') throw new TypeError(`${name} has no export for import`)
  if (!target.startsWith('./') || target.split(/[/\\]/).includes('..'))
    throw new TypeError(`${name} exports a file outside of the package`)
  return pathToFileURL(join(folder, target)).href
}

/** Returns the `.` export, or the whole `exports` field if it contains no subpaths. */
function mainEntryPoint(exports: unknown): unknown {
  const isObject = typeof exports === 'object' && exports !== null && !Array.isArray(exports)
  const entries = isObject ? Object.entries(exports).filter(([name]) => name.startsWith('.')) : []
  return entries.length === 0 ? exports : entries.find(([name]) => name === '.')?.[1]
}

/**
 * Returns the first target whose condition matches, in the order of the package. Returns undefined if none matches.
 */
function targetOf(exported: unknown, conditions: ReadonlySet<string>): unknown {
  if (typeof exported !== 'object' || exported === null) return exported
  const choices = Array.isArray(exported)
    ? exported
    : Object.entries(exported).flatMap(([name, value]): unknown[] => (conditions.has(name) ? [value] : []))
  for (const choice of choices) {
    const target = targetOf(choice, conditions)
    if (target !== undefined && (target !== null || !Array.isArray(exported))) return target
  }
  return undefined
}

/** Returns the conditions from Node's command line, such as `--conditions=development` or `-C development`. */
function commandLineConditions(): readonly string[] {
  const args = [...process.execArgv, ...(process.env['NODE_OPTIONS'] ?? '').split(' ')]
  return args.flatMap((arg, index) => {
    if (arg.startsWith('--conditions=')) return [arg.slice('--conditions='.length)]
    return arg === '--conditions' || arg === '-C' ? [args[index + 1] ?? ''] : []
  })
}
