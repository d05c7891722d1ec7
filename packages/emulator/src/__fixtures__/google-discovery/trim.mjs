// Extracts the parts of Google's Discovery documents that the tests need. Usage:
// node trim.mjs <folder of documents> <folder of copies>
// The script keeps methods, parameters, field names, types and enumeration values. It removes all
// prose.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SERVICES = [
  'mybusinessaccountmanagement',
  'mybusinessbusinessinformation',
  'mybusinessverifications',
  'mybusinessnotifications',
  'mybusinessqanda',
  'businessprofileperformance',
]
const PROSE = new Set(['description', 'enumDescriptions', 'enumDeprecated', 'documentationLink', 'icons', 'title', 'auth'])
const KEPT_KEYS = ['kind', 'id', 'name', 'version', 'revision', 'rootUrl', 'servicePath', 'baseUrl', 'basePath', 'schemas', 'resources']

/**
 * Returns a part of a document without its prose. If `isNames` is true, the keys are names of
 * fields or parameters, so all keys are kept.
 */
function withoutProse(value, isNames = false) {
  if (Array.isArray(value)) return value.map((one) => withoutProse(one))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => isNames || !PROSE.has(name))
  const holdsNames = (name) => ['properties', 'parameters', 'schemas', 'methods', 'resources'].includes(name) && !isNames
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutProse(one, holdsNames(name))]))
}

for (const service of SERVICES) {
  const whole = JSON.parse(readFileSync(join(process.argv[2], `${service}.v1.json`), 'utf8'))
  const copy = Object.fromEntries(KEPT_KEYS.map((name) => [name, withoutProse(whole[name], name === 'schemas' || name === 'resources')]))
  writeFileSync(join(process.argv[3], `${service}.json`), `${JSON.stringify(copy, null, 1)}\n`)
}
