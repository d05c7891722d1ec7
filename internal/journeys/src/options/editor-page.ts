import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { API, Checker, Type } from 'typescript/unstable/sync'

/** A network package, as its package.json describes it. */
interface NetworkPackage {
  readonly name: string
  readonly platform: string
  readonly factory: string
}

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../../../..')

/** Every network package of the workspace. */
export const NETWORKS: readonly NetworkPackage[] = globSync('packages/networks/*/package.json', { cwd: root })
  .toSorted()
  .map((file) => {
    const manifest = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
      name: string
      social: { platform: string; export: string }
    } // safe cast: check:shape keeps this form
    return { name: manifest.name, platform: manifest.social.platform, factory: manifest.social.export }
  })

/** An application with all networks. Ends in the calls whose arguments an editor completes. */
const PAGE = `import { InMemoryStorage, SocialClient } from '@social/core'
${NETWORKS.map(({ name, factory }) => `import { ${factory} } from '${name}'`).join('\n')}
const platforms = { ${NETWORKS.map(({ platform, factory }) => `${platform}: ${factory}()`).join(', ')} }
const client = new SocialClient({ storage: new InMemoryStorage(), platforms })
type AccountOf<Name extends keyof typeof platforms> = ReturnType<typeof client.accountOf<Name>>
type OptionsOf<A> = A extends { post(post: infer P extends { options?: unknown }): unknown } ? P['options'] : never
${NETWORKS.map(
  ({ platform, factory }) => `declare const post_${platform}: NonNullable<OptionsOf<AccountOf<'${platform}'>>>
declare const factory_${platform}: NonNullable<Parameters<typeof ${factory}>[0]>`,
).join('\n')}
void client.startLogin('')
void client.createApp('')
client.features('')
`

const FILES: Readonly<Record<string, string>> = {
  [join(here, 'editor-page/tsconfig.json')]: JSON.stringify({
    extends: '../../../../../tsconfig.base.json',
    files: ['./page.ts'],
  }),
  [join(here, 'editor-page/page.ts')]: PAGE,
}
const [CONFIG = '', FILE = ''] = Object.keys(FILES)

/** Imports the compiler. `removeListeners` removes the listener that the module adds to the process. */
async function importCompiler() {
  const before = process.listeners('exit')
  const compiler = await import('typescript/unstable/sync')
  const added = process.listeners('exit').filter((listener) => !before.includes(listener))
  const removeListeners = () => added.forEach((listener) => process.removeListener('exit', listener))
  return { ...compiler, removeListeners }
}

/** The page in the language service of the compiler, as an editor opens it. */
export class EditorPage {
  readonly #api: API
  readonly #checker: Checker
  readonly #removeListeners: () => void

  private constructor(api: API, checker: Checker, removeListeners: () => void) {
    this.#api = api
    this.#checker = checker
    this.#removeListeners = removeListeners
  }

  /** Starts the compiler, and opens the page. */
  static async open(): Promise<EditorPage> {
    const { API: Compiler, removeListeners } = await importCompiler()
    const api = new Compiler({
      cwd: here,
      fs: { readFile: (file) => FILES[file], fileExists: (file) => (file in FILES ? true : undefined) },
    })
    const project = api.updateSnapshot({ openProjects: [CONFIG] }).getProject(CONFIG)
    if (project === undefined) throw new Error('The compiler has not opened the page.')
    return new EditorPage(api, project.checker, removeListeners)
  }

  /** Names that an editor suggests for the first argument of a method of the client. */
  completionsOf(method: string): readonly string[] {
    const position = PAGE.indexOf(`client.${method}('`) + `client.${method}('`.length
    const found = this.#checker.getCompletionsAtPosition(FILE, position)
    return found?.entries.map(({ name }) => name) ?? []
  }

  /** Type of a constant of the page. */
  typeOf(constant: string): Type {
    const symbol = this.#checker.getSymbolAtPosition(FILE, PAGE.indexOf(`${constant}:`))
    const type = symbol && this.#checker.getTypeOfSymbol(symbol)
    if (type === undefined) throw new Error(`The page has no constant ${constant}.`)
    return type
  }

  /** Names of the properties of a type. */
  namesOf(type: Type): readonly string[] {
    return this.#checker.getPropertiesOfType(type).map(({ name }) => name)
  }

  /** Documentation of a property, as an editor shows it on hover, and the type of the property or of its items. */
  hover(type: Type, name: string): { readonly text: string; readonly type: Type } {
    const symbol = this.#checker.getPropertyOfType(type, name)
    const value = symbol && this.#checker.getTypeOfSymbol(symbol)
    const found = value && this.#checker.getNonNullableType(value)
    if (symbol === undefined || found === undefined) throw new Error(`The type has no property ${name}.`)
    const [items] = this.#checker.isArrayLikeType(found) ? this.#checker.getIndexInfosOfType(found) : []
    return { text: this.#checker.getDocumentationCommentOfSymbol(symbol), type: items?.valueType ?? found }
  }

  /** Ends the compiler. */
  close(): void {
    this.#api.close()
    this.#removeListeners()
  }
}
