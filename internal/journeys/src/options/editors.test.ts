import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { Type } from 'typescript/unstable/sync'
import { afterAll, expect, it } from 'vitest'

import { EditorPage, NETWORKS } from './editor-page.js'

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, ObjectSchema>>
  readonly items?: ObjectSchema
}

const page = await EditorPage.open()
afterAll(() => page.close())

/** Reads the JSON Schema of a package's post options. */
function schemaOf(name: string): ObjectSchema {
  const file = fileURLToPath(import.meta.resolve(`${name}/options.schema.json`))
  return JSON.parse(readFileSync(file, 'utf8')) as ObjectSchema // safe cast: the generator writes this form
}

/** Paths of the options that an editor shows without documentation. */
function undocumented({ properties = {} }: ObjectSchema, type: Type, path = ''): readonly string[] {
  return Object.entries(properties).flatMap(([name, option]) => {
    const { text, type: inner } = page.hover(type, name)
    const below = undocumented(option.items ?? option, inner, `${path}${name}.`)
    return text === '' ? [`${path}${name}`, ...below] : below
  })
}

const posting = NETWORKS.filter(({ platform }) => platform !== 'tiktok_business')

it.each(posting)('editors show the documentation of every post option of $name', ({ name, platform }) => {
  const type = page.typeOf(`post_${platform}`)
  const schema = schemaOf(name)
  expect(page.namesOf(type).toSorted()).toEqual(Object.keys(schema.properties ?? {}).toSorted())
  expect(undocumented(schema, type)).toEqual([])
})

it.each(NETWORKS)('editors show the documentation of every option of $factory()', ({ platform }) => {
  const type = page.typeOf(`factory_${platform}`)
  const names = page.namesOf(type)
  expect(names).not.toEqual([])
  expect(names.filter((name) => page.hover(type, name).text === '')).toEqual([])
})

it.each(['startLogin', 'createApp', 'features'])('editors complete the registered names in %s', (method) => {
  const names = NETWORKS.map(({ platform }) => platform)
  expect(page.completionsOf(method).toSorted()).toEqual(names.toSorted())
})
