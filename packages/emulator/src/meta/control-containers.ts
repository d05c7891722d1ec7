import { ControlError, operation } from '../framework/control/operations.js'
import type { Container, ContainerState } from './containers.js'

/** Finds a container by its id. @throws ControlError */
function mustFind(state: ContainerState, id: string): Container {
  const container = state.containers.get(id)
  if (container === undefined)
    throw new ControlError(
      `There is no container "${id}". There are: ${[...state.containers.keys()].join(', ') || 'none'}.`,
    )
  return container
}

/** Operations that change containers. */
export function containerOperations(state: ContainerState) {
  return {
    finishContainer: operation({
      does: 'A container is ready immediately.',
      takes: { id: 'text' },
      run: ({ id }) => {
        mustFind(state, id).stage = 'FINISHED'
      },
    }),
    failContainer: operation({
      does: "A container ends with an error, given as the network's text or number.",
      takes: { id: 'text', error: 'text' },
      run: ({ id, error }) => {
        const container = mustFind(state, id)
        container.stage = 'ERROR'
        container.error = error
      },
    }),
    expireContainer: operation({
      does: 'A container has expired and cannot be published.',
      takes: { id: 'text' },
      run: ({ id }) => {
        mustFind(state, id).stage = 'EXPIRED'
      },
    }),
    failNextContainers: operation({
      does: 'The next containers end with this error when their processing ends.',
      takes: { error: 'text', times: 'number?' },
      run: ({ error, times }) => {
        for (let count = 0; count < (times ?? 1); count += 1) state.nextErrors.push(error)
      },
    }),
    loseContainer: operation({
      does: 'The network loses a container: its status is unchanged, and publishing never finds it.',
      takes: { id: 'text' },
      run: ({ id }) => {
        mustFind(state, id).isLost = true
      },
    }),
    loseNextContainers: operation({
      does: 'The network loses the next containers: their status is unchanged, and publishing never finds them.',
      takes: { times: 'number?' },
      run: ({ times }) => {
        state.containersToLose = times ?? 1
      },
    }),
    setContainers: operation({
      does: 'Sets the lifetime and processing time of containers, and whether they are stuck, omit their status, report FINISHED after publication, or are unreadable at first.',
      takes: {
        pictureSeconds: 'number?',
        videoSeconds: 'number?',
        containerSeconds: 'number?',
        publishedLagSeconds: 'number?',
        stuck: 'boolean?',
        omitStatus: 'boolean?',
        unreadableSeconds: 'number?',
      },
      run: (given) => {
        const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
        state.containerSettings = { ...state.containerSettings, ...set }
      },
    }),
  }
}

/** Describes the containers for the result of the operation `state`. */
export const describeContainers = (state: ContainerState) =>
  [...state.containers.values()].slice(-100).map((container) => ({
    id: container.id,
    owner: container.owner,
    kind: container.kind,
    isPiece: container.isPiece,
    children: container.children,
    given: container.given,
    stage: container.stage,
    error: container.error,
    file: container.file,
    mediaId: container.mediaId,
    isLost: container.isLost,
    createdAt: container.createdAt,
    readyAt: container.readyAt,
  }))
