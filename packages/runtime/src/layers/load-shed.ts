import { createToolError, type ToolError } from '@armorer/core'
import { wrap, type UniformLayer } from '../service.js'
import { checkCount } from './check-option.js'

/** Refuses calls at once while `max` are under way, waiting ones within it among them. Around `concurrency` it bounds the queue. */
export function loadShed(max: number): UniformLayer {
  checkCount('loadShed', 'max', max)
  return (inner) => {
    let underWay = 0
    const over = <Value>(value: Value): Value => {
      underWay -= 1
      return value
    }
    const overAndThrow = (error: unknown): never => {
      underWay -= 1
      throw error
    }
    return wrap(inner, 'loadShed', (request, ctx) => {
      if (underWay >= max) return Promise.reject(overloaded(max))
      underWay += 1
      return inner.call(request, ctx).then(over, overAndThrow)
    })
  }
}

function overloaded(max: number): ToolError {
  return createToolError({
    category: 'transient',
    code: 'toolbox.overloaded',
    message: `${max} calls are under way already`,
  })
}
