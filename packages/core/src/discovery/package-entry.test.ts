import { describe, expect, it } from 'vitest'

import { packageEntry } from './package-entry.js'

const entryOf = (exports: unknown) =>
  packageEntry({ name: 'pics', folder: '/app/node_modules/pics', exports })
const inside = (file: string) => `file:///app/node_modules/pics/${file}`

describe('packageEntry', () => {
  it.each([
    ['./a.js', 'a.js'],
    [{ '.': './a.js', './more': './b.js' }, 'a.js'],
    [{ './more': './b.js', '.': { import: './a.js' } }, 'a.js'],
    [{ require: './b.cjs', import: './a.js' }, 'a.js'],
    [{ browser: './b.js', default: './a.js' }, 'a.js'],
    [{ default: './a.js', import: './b.js' }, 'a.js'],
    [{ node: { require: './b.cjs' }, default: './a.js' }, 'a.js'],
    [{ 'module-sync': './a.js' }, 'a.js'],
    [{ node: './a.js', default: './b.js' }, 'a.js'],
    [[null, './a.js'], 'a.js'],
    [[{ require: './b.cjs' }, { import: './a.js' }], 'a.js'],
  ])('of %o is %s', (exports, file) => {
    expect(entryOf(exports)).toBe(inside(file))
  })

  it.each([
    [{ './more': './b.js' }],
    [{ require: './b.cjs' }],
    [{ import: null, default: './a.js' }],
    [[]],
    [7],
  ])('is refused for %o', (exports) => {
    expect(() => entryOf(exports)).toThrow('pics has no export for import')
  })

  it.each(['../other/a.js', './../a.js', './a/../../b.js', './a\\..\\b.js', '/etc/a.js', 'other'])(
    'is never outside of the package: %s',
    (file) => {
      expect(() => entryOf({ import: file })).toThrow('outside of the package')
    },
  )

  it('uses the conditions of the Node command line', () => {
    const before = process.env['NODE_OPTIONS']
    try {
      for (const given of ['--conditions=one', '--conditions one', '-C one', '--no-warnings -C one']) {
        process.env['NODE_OPTIONS'] = given
        expect([given, entryOf({ one: './a.js', default: './b.js' })]).toEqual([given, inside('a.js')])
      }
      process.env['NODE_OPTIONS'] = '--title one'
      expect(entryOf({ one: './a.js', default: './b.js' })).toBe(inside('b.js'))
    } finally {
      if (before === undefined) delete process.env['NODE_OPTIONS']
      else process.env['NODE_OPTIONS'] = before
    }
  })
})
