import { describeOptions, type OptionDescription } from '@social/core/platform'
import { expect, it } from 'vitest'

import { postOptions } from '../options.js'
import { INFOS } from './index.js'

/** An option with its fields. */
const withFields = (option: OptionDescription): readonly OptionDescription[] => [
  option,
  ...option.fields.flatMap(withFields),
]

const described = describeOptions(postOptions).flatMap(withFields)

it.each(described.map((option) => [option.name, option] as const))(
  'the option %s has a label, and its values have labels',
  (_name, { info, choices }) => {
    expect(info?.label.en).toMatch(/^[A-Z]/)
    expect(info?.label.de).toMatch(/^[A-ZÄÖÜ]/)
    expect(info?.networkName).toBeTruthy()
    for (const choice of choices) expect(info?.choices).toHaveProperty([String(choice)])
  },
)

it('every text is complete in English and German, without names of options', () => {
  const texts = [...JSON.stringify(INFOS).matchAll(/"(en|de)":"([^"]*)"/g)].map(([, , text = '']) => text)
  expect(texts.length).toBeGreaterThan(20)
  for (const text of texts) {
    expect(text).toMatch(/^[A-ZÄÖÜ2]/)
    expect(text).not.toMatch(/[_{}]|options\.\w|account\.\w|https?:/)
  }
})
