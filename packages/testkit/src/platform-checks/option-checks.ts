import { InvalidPostError, readOptions } from '@social/core/platform'

import { type CheckDefinition, fail, libraryErrorOf, must } from './check.js'
import type { Subject } from './subject.js'

/**
 * Returns the option names of an object schema. Returns no names for other schemas, such as a
 * union.
 */
function optionNames(schema: object): readonly string[] {
  const entries: unknown = 'entries' in schema ? schema.entries : null // safe cast: object schemas of valibot have the property `entries`
  return typeof entries === 'object' && entries !== null ? Object.keys(entries) : []
}

/** Returns true for a schema that accepts every option name. */
const takesAny = (schema: object): boolean => 'type' in schema && schema.type === 'record'

const toSnake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

async function refuses(subject: Subject, name: string): Promise<boolean> {
  const { name: platform, postOptions } = subject.platform
  if (postOptions === undefined) return true
  const error = await libraryErrorOf(
    async () => readOptions(postOptions, { [name]: true }, { platform }),
    'Reading the options of a post',
  )
  return InvalidPostError.is(error) && error.message.includes(name)
}

async function checkNames(subject: Subject): Promise<void> {
  for (const name of optionNames(subject.platform.postOptions ?? {})) {
    const snake = toSnake(name)
    if (name.includes('_'))
      fail(`The option "${name}" must be camelCase, like everything an application sees.`)
    if (snake !== name)
      must(await refuses(subject, snake), `The option "${snake}" must be refused: it is ${name}.`)
  }
  const isStrict = await refuses(subject, 'noSuchOption')
  must(isStrict, 'An option that does not exist must be refused. Make postOptions a v.strictObject.')
}

/** Checks of how a platform handles unknown post options. */
export const optionChecks: readonly CheckDefinition[] = [
  {
    // Holds R-0067.
    name: 'refuses unknown and snake_case names of options',
    skip: ({ platform }) => {
      if (platform.postOptions === undefined) return 'It posts nothing.'
      return takesAny(platform.postOptions) ? 'It takes any option.' : false
    },
    run: checkNames,
  },
]
