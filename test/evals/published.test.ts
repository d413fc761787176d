import { expect } from 'vitest'
import { judge } from '../../evals/judge.ts'
import { publishedTasks } from '../../evals/published.ts'
import type { Step } from '../../evals/task.ts'
import { longTest, requiresFiles } from '../parts.ts'
import { scripted } from './scripted.ts'

const env = { OLLAMA_HOST: '127.0.0.1:9', PATH: process.env.PATH, HOME: process.env.HOME }

requiresFiles('bfcl-2026.3.23')('tasks of the Berkeley Function-Calling Leaderboard', () => {
  longTest('are right with the calls that they ask for, and wrong with others, too many, or none', async () => {
    const tasks = new Map(publishedTasks('bfcl', 1).map((task) => [task.group, task]))
    const faultsOf = async (group: string, ...steps: Step[]) =>
      (await judge(tasks.get(group)!, { provider: scripted([...steps, 'Done.']), env })).faults
    const call = (name: string, args: Record<string, unknown>): Step => ({ calls: [[name, args]] })
    const area = call('calculate_triangle_area', { base: 10, height: 5 })
    expect(await faultsOf('simple_python', area)).toEqual([])
    expect(await faultsOf('simple_python', call('calculate_triangle_area', { base: 5, height: 10 }))).toHaveLength(1)
    expect(await faultsOf('simple_python', area, area)).toHaveLength(1)
    expect(await faultsOf('simple_python')).toHaveLength(1)
    expect(await faultsOf('irrelevance')).toEqual([])
    expect(await faultsOf('irrelevance', call('determine_body_mass_index', { weight: 10, height: 5 }))).toHaveLength(1)
    const play = (artist: string, duration: number): [string, Record<string, unknown>] => [
      'spotify.play',
      { artist, duration },
    ]
    expect(await faultsOf('parallel', { calls: [play('Maroon 5', 15), play('taylor swift', 20)] })).toEqual([])
  })
})
