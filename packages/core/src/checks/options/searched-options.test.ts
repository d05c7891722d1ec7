import * as v from 'valibot'
import { expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { assertSearchedOption, searchedOption, searchedOptions } from './searched-options.js'

const place = v.pipe(v.string(), v.regex(/^\d+$/), searchedOption())
const platform = {
  name: 'sample',
  postOptions: v.strictObject({
    title: v.string(),
    tag: v.pipe(v.string(), v.metadata({ unit: 'word' })),
    locationId: v.optional(place),
    communityId: place,
  }),
}

it('reads the searchable options from the schema, also inside wrappers', () => {
  expect(searchedOptions(platform)).toEqual(['locationId', 'communityId'])
  expect(searchedOptions({})).toEqual([])
})

it('does not change the accepted values of an option', () => {
  expect(v.safeParse(platform.postOptions, { title: 'a', tag: 'b', communityId: '7' }).success).toBe(true)
  expect(v.safeParse(platform.postOptions, { title: 'a', tag: 'b', communityId: 'x' }).success).toBe(false)
})

it.each([
  ['locationld', 'of the option "locationld". Did you mean "locationId"?'],
  ['title', 'of the option "title". Searchable options: locationId, communityId.'],
  ['a'.repeat(100), `of the option "${'a'.repeat(80)}". Searchable options`],
])('refuses %s, and lists the searchable options', (option, advice) => {
  expect(() => assertSearchedOption(option, platform)).toThrow(ConfigError)
  expect(() => assertSearchedOption(option, platform)).toThrow(advice)
})

it('accepts a searchable option', () => {
  for (const option of ['locationId', 'communityId'])
    expect(() => assertSearchedOption(option, platform)).not.toThrow()
})

it('reports that a network has no searchable options', () => {
  expect(() => assertSearchedOption('place', { name: 'plain' })).toThrow('It has no searchable options.')
})
