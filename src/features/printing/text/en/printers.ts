// Print servers: /Print/New/, agent messages, test prints, and default printers.

export const printers = {
  'printers.edit': 'Print server {printer}',
  'printers.change': 'Change',
  'printers.changeOf': 'Change {printer}',
  'printers.saved': 'Print server {printer} saved',
  'printers.saveFailed': 'The print server was not saved',
  'printers.now': 'It is now {printer} at {host}:{port}, {format}.',
  'printers.gone': 'This print server is not there any more.',
  'printers.stock': 'Loaded with',
  'printers.paper': 'Paper',
  'printers.usualRoll': 'Labels: the usual roll',
  'printers.stockOf': 'Labels: {template}',
  'printers.dpi': 'Resolution (dpi)',
  'printers.dpiOfLabel': 'As the label says',
  'printers.dpiHint': 'It is on the type plate of the label printer, or on its own test page.',
  'printers.rotation': 'Turn labels by',
  'printers.degrees': '{n}°',
  'printers.rotationHint': 'Agents do not turn pages. Choose 90° if a wide label prints at half size.',
  'printers.askAgent': 'Ask the agent for its printers',
  'printers.ofAgent': 'Printers of the agent',
  'printers.choose': 'Choose one',
  'printers.agent.lists': 'The agent at {agent} answers. It has {n} {n|printer|printers}.',
  'printers.agent.none':
    'The agent at {agent} answers, and has no printer yet: give one a name in its settings, then ask again.',
  'printers.agent.unnamed': 'Not usable yet, without a name in the agent: {printers}.',
  'printers.agent.answers':
    'The agent at {agent} does not list its printers. Use version 1.0 or later, without a token, or enter the name as it is in its settings.',
  'printers.agent.badAddress': 'Enter the computer and the port first.',
  'printers.agent.policy':
    'The page may not reach {agent} before it is added. Add the print server, close Trimline, open it again, then ask here.',
  'printers.tested': 'How did the test print look?',
  'printers.test.right': 'Correct',
  'printers.test.half': 'Too small',
  'printers.test.turned': 'Turned',
  'printers.advice.right': 'The printer is ready.',
  'printers.advice.paper':
    'Choose the paper size of the location in the settings of the printer itself, and turn on automatic rotation in the settings of the agent.',
  'printers.advice.turn':
    'The page was wider than the stock, and the agent made it smaller instead of turning it. Turn labels by {n}° for this printer.',
  'printers.advice.turned': 'Turn labels by {n}° for this printer.',
  'printers.advice.dpi':
    'The printer has a higher resolution than the label was made for. Set {n} dpi for this printer.',
  'printers.advice.dpiMost':
    'The label was made for {n} dpi, the highest resolution. Check the size of the label in the settings of the printer itself.',
  'printers.advice.ask': 'Administrators set it on this screen.',
  'printers.advice.turnNow': 'Turn by {n}° and test again',
  'printers.advice.dpiNow': 'Set {n} dpi and test again',
  'proposals.title': 'Default printers',
  'proposals.note':
    'The defaults at {location}, until somebody chooses another printer at a workstation. The workstation then remembers its own.',
  'proposals.printerFor': 'Printer for {work}',
  'proposals.templateFor': 'Kind of label',
  'proposals.none': 'No default',
  'proposals.usual': 'As the printer is loaded',
  'proposals.labels': 'Labels',
  'proposals.onShip': 'Print when shipped',
  'proposals.onReceive': 'Print when received',
  'proposals.onShipOf': '{work}: print when shipped',
  'proposals.onReceiveOf': '{work}: print when received',
  'proposals.saved': 'Saved for {location}: {work}',
  'proposals.failed': 'It was not saved',
  'byItself.title': 'Automatic printing',
  'byItself.note':
    'This workstation prints these as soon as the server has confirmed, once for each document. It starts with the defaults of the location.',
  'byItself.begins': 'Automatic printing on {printer}: {name}',
  'byItself.noPrinter':
    'Not printed automatically, there is no printer for it: {name}. Print it from the document.',
  'byItself.failed': 'Nothing was printed automatically: {name}. Print it from the document.',
} as const
