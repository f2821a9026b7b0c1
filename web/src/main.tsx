import '@fontsource-variable/inter/wght.css'
import './ui/tokens.css'

void import('./app/start.tsx')
