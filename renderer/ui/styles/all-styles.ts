// Every style of the library, for the screens that are loaded when they are asked for.
import '@mantine/core/styles.layer.css';
