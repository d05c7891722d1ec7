// Converts the schemas of a network's options to one JSON Schema, for editors, forms and programs in other languages.
import { toJsonSchema } from '@valibot/to-json-schema'

/** Key under which `withInfo` of core stores the description of an option. */
const INFO = 'social.option'
/** Key under which `searchedOption` of core marks an option. */
const SEARCHED = 'searched'
/** Keyword for everything that JSON Schema has no keyword for. */
const EXTENSION = 'x-social'

/** Returns the description of an option in the keywords of JSON Schema. User messages of refusals are left out. */
function keywordsOf({ label, help, networkName, unit, choices, onlyWith }) {
  const extension = { label, help, networkName, unit, choices, onlyWith }
  return { title: label.en, ...(help && { description: help.en }), [EXTENSION]: extension }
}

const withoutKey = (schema, key) =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => name !== key))

/** Moves the metadata of core to keywords. Removes keywords that would refuse values that the library accepts. */
function overrideAction({ valibotAction, jsonSchema }) {
  // The format "uri" refuses https://münchen.example, which `v.url()` accepts.
  if (valibotAction.type === 'url') return withoutKey(jsonSchema, 'format')
  // JSON Schema has no flags: a pattern without its flag "i" refuses capital letters.
  if (valibotAction.type === 'regex' && valibotAction.requirement.flags !== '')
    return withoutKey(jsonSchema, 'pattern')
  if (valibotAction.type !== 'metadata') return null
  const { [INFO]: info, [SEARCHED]: searched, ...rest } = jsonSchema
  const keywords = info ? keywordsOf(info) : {}
  const extension = { ...rest[EXTENSION], ...keywords[EXTENSION], ...(searched && { searched }) }
  return { ...rest, ...keywords, [EXTENSION]: extension }
}

/** Marks values that JSON cannot contain, such as bytes. Removes an empty list of required options. */
function overrideSchema({ valibotSchema, jsonSchema }) {
  const isMedia = valibotSchema.type === 'custom' || valibotSchema.type === 'instance'
  if (isMedia) return { ...jsonSchema, [EXTENSION]: { type: 'media' } }
  return jsonSchema.required?.length === 0 ? withoutKey(jsonSchema, 'required') : null
}

const CONFIG = { typeMode: 'input', errorMode: 'ignore', overrideAction, overrideSchema }

/**
 * Returns the JSON Schema (draft 7) of a network's post options. Accepts every value that the library accepts. Rules
 * between options and network limits are checked only by the library.
 */
export function toOptionsSchema({ name, displayName, postOptions }) {
  const { $schema, ...schema } = postOptions
    ? toJsonSchema(postOptions, CONFIG)
    : {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: {},
        additionalProperties: false,
      }
  return { $schema, title: `Post options of ${displayName}`, [EXTENSION]: { platform: name }, ...schema }
}
