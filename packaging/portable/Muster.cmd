@echo off
setlocal
rem Starts Muster from this folder. All data is in the user's profile: this folder is only read.
set "app=%~dp0app"
if not exist "%app%\node.exe" goto incomplete
if not exist "%app%\start.cjs" goto incomplete
"%app%\node.exe" --min-semi-space-size=16 --max-semi-space-size=16 "%app%\start.cjs" %*
set "code=%errorlevel%"
rem Started with a double click: the window stays open to be read.
if not "%code%"=="0" if "%~1"=="" pause
exit /b %code%

:incomplete
echo muster: The folder %~dp0 is not complete. Choose Extract All for the downloaded archive, and start Muster in the extracted folder. 1>&2
if "%~1"=="" pause
exit /b 1
