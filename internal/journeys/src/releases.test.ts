import { readdir, readFile } from 'node:fs/promises'

import { expect, it } from 'vitest'

const root = new URL('../../../', import.meta.url)

// Holds R-0525.
it('no changeset requests 1.0: while the version is 0.x, only a minor release may contain breaking changes', async () => {
  const manifest = await readFile(new URL('packages/core/package.json', root), 'utf8')
  const { version } = JSON.parse(manifest) as { readonly version: string } // safe cast: the file is a package.json of this repository
  const names = (await readdir(new URL('.changeset/', root))).filter((name) => name.endsWith('.md'))
  const texts = await Promise.all(names.map((name) => readFile(new URL(`.changeset/${name}`, root), 'utf8')))

  expect(version).toMatch(/^0\.\d+\.\d+$/)
  expect(names.filter((_name, index) => /^['"]@social\/.*: *major$/m.test(texts[index] ?? ''))).toEqual([])
})
