// Runs every *.bench module of this folder in a separate process and prints one table for each.
// `npm run bench` runs all modules. `npm run bench -- upload` runs the modules with "upload" in
// their name. `--write` also writes the tables to docs/benchmarks.md. The exit status is not zero
// if a budget is exceeded.
import { fork, spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

import { type Bench, keepsBudget, type Row } from './measuring/row.js'
import { toTable } from './measuring/table.js'

const here = fileURLToPath(import.meta.url)
const folder = new URL('.', import.meta.url)
const page = new URL('../../../docs/benchmarks.md', import.meta.url)

interface Measured {
  readonly name: string
  readonly rows: readonly Row[]
}

/** Runs one module in this process and sends its rows to the parent process. */
async function runOne(file: string): Promise<void> {
  const { bench } = (await import(new URL(file, folder).href)) as { bench: Bench } // safe cast: every *.bench module exports `bench`
  const measured: Measured = { name: bench.name, rows: await bench.run() }
  process.send?.(measured)
}

/** Runs one module in a new process, so that no benchmark affects the next. */
async function measure(file: string): Promise<Measured> {
  const child = fork(here, ['--one', file], { execArgv: ['--expose-gc'] })
  return new Promise((resolve, reject) => {
    let measured: Measured | null = null
    child.on('message', (message) => {
      measured = message as Measured // safe cast: the child process sends only the result of runOne
    })
    child.on('exit', (code) => {
      if (measured !== null && code === 0) resolve(measured)
      else
        reject(new Error(`${file} ended with status ${String(code)} and ${measured ? 'rows' : 'no rows'}.`))
    })
  })
}

function machine(): string {
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout?.trim()
  return `Node ${process.versions.node}, ${availableParallelism()} cores, ${process.platform} ${process.arch}, commit ${commit || 'unknown'}`
}

/** Runs the requested benchmarks and prints their results. */
async function runAll(text: readonly string[]): Promise<void> {
  const wanted = text.filter((word) => !word.startsWith('--'))
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.bench.js'))
    .filter((file) => wanted.length === 0 || wanted.some((word) => file.includes(word)))
    .toSorted()
  if (files.length === 0) throw new Error(`There is no benchmark named ${wanted.join(' or ')}.`)

  const sections: string[] = []
  let broken = 0
  for (const file of files) {
    const { name, rows } = await measure(file)
    broken += rows.filter((row) => keepsBudget(row) === false).length
    sections.push(`## ${name}\n\n${toTable(rows)}\n`)
    console.log(`\n${sections.at(-1)}`)
  }
  if (text.includes('--write')) {
    const date = new Date().toISOString().slice(0, 10)
    const intro = `Written by \`npm run bench -- --write\` on ${date}: ${machine()}.\nCompare ratios, not single figures. The reference ran in the same minute on the same machine.`
    writeFileSync(page, `# Benchmarks\n\n${intro}\n\n${sections.join('\n')}`)
    console.log('Wrote docs/benchmarks.md.')
  }
  console.log(broken === 0 ? 'Every budget is met.' : `${broken} budgets are exceeded.`)
  process.exitCode = broken === 0 ? 0 : 1
}

const [first, ...rest] = process.argv.slice(2)
await (first === '--one' ? runOne(rest[0] ?? '') : runAll(process.argv.slice(2)))
