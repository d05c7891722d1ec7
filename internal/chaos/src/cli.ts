// npm run chaos -- [--faults N] [--seed S] [--network NAME[,NAME]] [--operation NAME] [--only RUN] [--write] [--sqlite]
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'

import { readPlan } from './faults/plan.js'
import { networks, unfinished } from './networks/index.js'
import { writeDocument } from './report/document.js'
import { countsTable, failureList } from './report/report.js'
import { storesInFile } from './stores/sqlite-house.js'
import { storesInMemory } from './stores/stores.js'
import { record } from './suite/record.js'
import { run } from './suite/run.js'
import { runSuite } from './suite/suite.js'
import { describeEnd } from './verdict/verdict.js'

/** Page that this command writes the result tables to. */
const PAGE = new URL('../../../docs/chaos.md', import.meta.url)

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    network: { type: 'string' },
    operation: { type: 'string' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
    sqlite: { type: 'boolean', default: false },
  },
})
const makeStores = values.sqlite ? storesInFile : storesInMemory

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function repeatOne(name: string): Promise<void> {
  const plan = readPlan(name, networks)
  const [recording] = await record(plan.network, (each) => each === `${plan.network.name}/${plan.operation}`)
  const { points, fired, attempts, findings } = await run(plan, recording?.visible, makeStores)
  for (const [at, point] of points.entries()) print(`${String(at).padStart(4)}  ${point.name}`)
  for (const { fault, point } of fired) print(`fault: ${fault} at ${point.name}`)
  for (const [at, { end, createdInTotal }] of attempts.entries())
    print(`attempt ${at + 1}: ${describeEnd(end)} (${createdInTotal} published by then)`)
  for (const { failure, why } of findings) print(`${failure}: ${why}`)
  process.exitCode = findings.length === 0 ? 0 : 1
}

async function runAll(): Promise<void> {
  const names = values.network?.split(',')
  const { operation } = values
  // Operations named on the command line always run, even those in the list of known failures.
  const isChosen = (name: string): boolean =>
    operation === undefined
      ? names !== undefined || !unfinished.includes(name)
      : name.endsWith(`/${operation}`)
  const chosen = networks.filter(({ name }) => names?.includes(name) ?? true)
  const started = process.cpuUsage()
  const seed = Number(values.seed)
  const report = await runSuite({
    networks: chosen,
    faults: Number(values.faults),
    seed,
    isChosen,
    makeStores,
  })
  const { user, system } = process.cpuUsage(started)
  print(countsTable(report))
  print(`${report.faults} faults in ${((user + system) / 1e6).toFixed(1)} s of CPU, seed ${seed}`)
  if (report.failed.length > 0) print(failureList(report))
  if (values.write) {
    const command = `npm run chaos -- --faults ${values.faults} --seed ${values.seed} --write`
    await writeFile(PAGE, await writeDocument(report, { networks: chosen, command }))
  }
  process.exitCode = report.failed.length === 0 ? 0 : 1
}

await (values.only === undefined ? runAll() : repeatOne(values.only))
