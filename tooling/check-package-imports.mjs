// Fails for relative imports that leave their package. Other packages must be imported by name and
// listed in package.json.
import { globSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

import { importsOf, place, workspacePackages } from './workspace.mjs'

const GENERATED = new Set(['node_modules', 'dist', 'reports', 'coverage'])

/** Returns a finding for each relative import whose target is outside the folder of its package. */
export function checkPackageImports() {
  return workspacePackages().flatMap(({ folder }) => {
    const files = globSync('**/*.{ts,tsx,mjs}', { cwd: folder, exclude: (name) => GENERATED.has(name) })
    return files.toSorted().flatMap((file) =>
      importsOf(join(folder, file))
        .filter(({ specifier }) => specifier.startsWith('.'))
        .filter(({ specifier }) => relative(folder, join(folder, dirname(file), specifier)).startsWith('..'))
        .map(
          ({ specifier, start }) =>
            `${place(join(folder, file), start)}  "${specifier}" is outside the package: import it from a workspace package.`,
        ),
    )
  })
}
