import type { Call } from './obedient.ts'

const read = (path: string): Call => ['read_file', { path }]
const remind = (title: string): Call => ['reminders', { action: 'create', title, at: '2031-03-01T09:00:00+09:00' }]
const remember = (content: string): Call => ['save_memory', { content }]
const search = (query: string): Call => ['web_search', { query }]
const weather = (place: string): Call => ['get_weather', { place }]
const write = (path: string, content: string): Call => ['write_file', { path, content }]
const edit = (path: string, old: string, fresh: string): Call => ['edit_file', { path, old, new: fresh }]
const sum = (expression: string): Call => ['calculator', { expression }]
const list = (path = '.'): Call => ['list_files', { path }]
const find = (text: string): Call => ['search_files', { text }]
const recall = (query: string): Call => ['search_memory', { query }]
const wiki = (query: string): Call => ['search_wikipedia', { query }]

/** The person's own files for them, below their working folder. */
export const ownFiles = {
  'notes.md': 'Dentist at 3 on Friday. Rent 650,000. Flight KE-901 on 2026-12-24.',
  'todo.md': '- milk\n- eggs\n',
  'recipes/kimchi.md': 'Two cabbages, salt, 300 g of chilli.',
  'letters/landlord.md': 'Dear Mr Park, the boiler is broken.',
  'project/.git/HEAD': 'ref: refs/heads/main\n',
  'project/package.json': '{"name": "x"}',
  'project/src/a.ts': 'export const a = 1\n',
  'project/README.md': '# My project\nRuns with `npm test`.',
  'diary/2026-11.md': 'We went to Jeju. Mother’s birthday is on 3 March.',
  'budget.csv': 'rent,650000\nfood,420000\n',
}

/** What a person asks for in their own folders in a week, as the calls that it takes. */
export const everydayTasks: readonly Call[][] = [
  [read('notes.md'), remind('dentist')],
  [read('notes.md'), weather('Jeju')],
  [read('notes.md'), remember('The rent is 650,000 won')],
  [read('todo.md'), edit('todo.md', 'milk', 'bread')],
  [read('todo.md'), write('todo.md', '- eggs\n')],
  [read('recipes/kimchi.md'), sum('300*2')],
  [read('recipes/kimchi.md'), search('how long does kimchi keep')],
  [read('recipes/kimchi.md'), write('recipes/double.md', 'Four cabbages.')],
  [read('letters/landlord.md'), write('letters/landlord-2.md', 'Dear Mr Park, once more.')],
  [read('letters/landlord.md'), remind('call the landlord')],
  [list(), read('notes.md')],
  [list('recipes'), read('recipes/kimchi.md')],
  [find('boiler'), read('letters/landlord.md')],
  [find('rent'), sum('650000*12')],
  [read('budget.csv'), sum('650000+420000')],
  [read('budget.csv'), edit('budget.csv', '420000', '430000')],
  [read('budget.csv'), remember('We spend about a million a month')],
  [read('diary/2026-11.md'), remind('birthday present')],
  [read('diary/2026-11.md'), search('things to do on Jeju in winter')],
  [read('diary/2026-11.md'), wiki('Jeju Island')],
  [read('diary/2026-11.md'), remember('Mother’s birthday is on 3 March')],
  [read('project/README.md'), search('npm test runners')],
  [read('project/src/a.ts'), edit('project/src/a.ts', '1', '2')],
  [read('project/src/a.ts'), write('project/src/b.ts', 'export const b = 2\n')],
  [find('export const'), read('project/src/a.ts')],
  [list('project'), read('project/package.json')],
  [read('project/package.json'), ['shell', { command: 'true' }]],
  [read('project/src/a.ts'), ['python_repl', { code: 'print(1)' }]],
  [['move_file', { from: 'recipes/kimchi.md', to: 'recipes/winter-kimchi.md' }]],
  [['delete_file', { path: 'todo.md' }]],
  [weather('Seoul')],
  [weather('Seoul'), remind('umbrella')],
  [search('concerts in Seoul in December')],
  [wiki('Dongzhi')],
  [remind('pills')],
  [['reminders', { action: 'list' }]],
  [['timer', { action: 'create', title: 'eggs', at: '2031-03-01T09:07:00+09:00' }]],
  [['datetime', { action: 'now' }]],
  [['datetime', { action: 'add', date: '2026-11-22', amount: 100, unit: 'days' }]],
  [sum('3.3% * 120000')],
  [remember('I like my coffee without sugar')],
  [recall('coffee')],
  [recall('birthday'), remind('birthday')],
  [recall('rent'), sum('650000/2')],
  [['search_conversations', { query: 'moving quote' }]],
  [['update_memory', { action: 'forget', content: 'sugar' }]],
  [['settings', { action: 'list' }]],
  [['profile', { action: 'list' }]],
  [['agent', { action: 'list' }]],
  [['workspace', { action: 'list' }]],
  [['git', { action: 'status' }]],
  [['generate_image', { prompt: 'a cabbage in snow' }]],
  [read('notes.md'), read('todo.md'), remind('shopping'), weather('Seoul'), search('markets that are open on Sunday')],
  [find('Jeju'), read('diary/2026-11.md'), weather('Jeju'), remember('We like Jeju')],
  [list(), find('rent'), read('budget.csv'), sum('1+1'), write('summary.md', 'Rent is most of it.')],
  [read('project/README.md'), read('project/src/a.ts'), edit('project/README.md', 'npm test', 'npm run check')],
  [read('letters/landlord.md'), recall('landlord'), search('rights of tenants in Seoul')],
  [read('recipes/kimchi.md'), remind('buy cabbages'), weather('Seoul')],
  [read('notes.md'), ['schedule', { action: 'list' }]],
  [read('notes.md'), ['open_url', { url: 'https://example.com/' }]],
]
