import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { InMemoryStorage, SocialClient } from '@social/core'
import { describeOptions, type OptionDescription, type Platform } from '@social/core/platform'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'

import { FACTORIES, type Folder } from './networks.js'
import { SAMPLES } from './samples.js'

interface OptionsSchema {
  readonly title: string
  readonly properties: Readonly<Record<string, OptionKeywords>>
}

interface OptionKeywords {
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly 'x-social'?: Readonly<Record<string, unknown>>
}

/** Reads a file that the package exports, as an application finds it. */
function readSchema(folder: Folder): OptionsSchema {
  const file = import.meta.resolve(`@social/${folder}/options.schema.json`)
  return JSON.parse(readFileSync(fileURLToPath(file), 'utf8')) as OptionsSchema // safe cast: the generator writes this form
}

const isAccepted = (platform: Platform, options: object): boolean => {
  const read = platform.postOptions?.['~standard'].validate(options)
  if (read === undefined || 'then' in read) throw new Error('The schema of options must be synchronous.')
  return read.issues === undefined
}

const folders = Object.keys(FACTORIES) as Folder[] // safe cast: these are the keys of FACTORIES
const posting = folders.filter((folder) => folder !== 'tiktok-business')
const ajv = new Ajv({ allErrors: true }).addVocabulary(['x-social'])

describe.each(posting)('the JSON Schema of @social/%s', (folder) => {
  const platform: Platform = FACTORIES[folder]()
  const schema = readSchema(folder)
  const validate = ajv.compile(schema)
  const { accepted, refused } = SAMPLES[folder]

  it.each(accepted)('accepts the valid options %o', (options) => {
    expect(isAccepted(platform, options)).toBe(true)
    validate(options)
    expect(validate.errors).toBeNull()
  })

  it.each([...refused, { ...accepted[0], titel: 'x' }])('refuses the invalid options %o', (options) => {
    expect(isAccepted(platform, options)).toBe(false)
    expect(validate(options)).toBe(false)
  })

  it('contains the label, the help, the default and the description of each option', () => {
    const client = new SocialClient({
      storage: new InMemoryStorage(),
      platforms: { [platform.name]: platform },
    })
    const options: readonly OptionDescription[] = client.optionsOf(platform.name)
    expect(Object.keys(schema.properties)).toEqual(options.map(({ name }) => name))
    for (const { name, info, default: value } of options) {
      const { label, help, networkName, unit, choices, onlyWith } = info ?? {}
      const described = { label, help, networkName, unit, choices, onlyWith }
      expect(schema.properties[name]).toMatchObject({
        title: label?.en,
        ...(help && { description: help.en }),
        ...(value !== undefined && { default: value }),
        'x-social': JSON.parse(JSON.stringify(described)), // leaves out undefined fields
      })
    }
  })
})

/** Texts of an option and of its choices, by their path: `poll.seconds, help`. */
function textsOf(option: OptionDescription, path = option.name): readonly (readonly [string, unknown])[] {
  const { info, choices, items, fields } = option
  const values = new Set([...choices.map(String), ...Object.keys(info?.choices ?? {})])
  return [
    [`${path}, label`, info?.label],
    [`${path}, help`, info?.help],
    ...[...values].flatMap((value) => [
      [`${path}, label of ${value}`, info?.choices?.[value]?.label] as const,
      [`${path}, help of ${value}`, info?.choices?.[value]?.help] as const,
    ]),
    ...(items?.type === 'choice' ? textsOf(items, `${path}[]`) : []),
    ...[...fields, ...(items?.fields ?? [])].flatMap((field) => textsOf(field, `${path}.${field.name}`)),
  ]
}

it.each(folders)('every option and every choice of %s has a label and help in both languages', (folder) => {
  const { postOptions }: Platform = FACTORIES[folder]()
  const options = postOptions === undefined ? [] : describeOptions(postOptions)
  const texts = options.flatMap((option) => textsOf(option))
  const label = { en: expect.stringMatching(/^[A-Z2]/), de: expect.stringMatching(/^[A-ZÄÖÜ2]/) }
  const help = { en: expect.stringMatching(/^[A-Z2].*\.$/), de: expect.stringMatching(/^[A-ZÄÖÜ2].*\.$/) }
  for (const [path, text] of texts)
    expect([path, text]).toEqual([path, /, help(?: of |$)/.test(path) ? help : label])
})

it('a network without posts has a JSON Schema without options', () => {
  const validate = ajv.compile(readSchema('tiktok-business'))
  expect([validate({}), validate({ title: 'Bread' })]).toEqual([true, false])
})

it('docs/networks.json contains the same schemas', () => {
  const file = new URL('../../../../docs/networks.json', import.meta.url)
  const networks = JSON.parse(readFileSync(file, 'utf8')) as readonly Record<string, unknown>[] // safe cast: written by the generator
  const found = networks.map(({ package: name, optionsSchema }) => [name, optionsSchema])
  const published = folders.map((folder) => [`@social/${folder}`, readSchema(folder)])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(published))
})
